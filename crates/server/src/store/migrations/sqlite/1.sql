-- The log: what happened at each table, numbered from 0 without gaps. Clustered by its key, so that a table's log lies
-- together.
create table events (
    table_id text not null,
    seq integer not null check (seq >= 0),
    at integer not null,
    body text not null,
    primary key (table_id, seq)
) strict, without rowid;

-- The tables whose clock runs, and when the time of the side to move is up.
create table clocks (
    table_id text not null primary key,
    deadline integer not null
) strict, without rowid;

-- Each visitor's one attempt at a game of the day.
create table dailies (
    date text not null,
    game text not null,
    visitor text not null,
    table_id text not null,
    primary key (date, game, visitor)
) strict, without rowid;

-- When a server was last known to be alive: one row, or none before the first.
create table heartbeat (
    id integer not null primary key check (id = 1),
    at integer not null
) strict;
