-- The log: what happened at each table, numbered from 0 without gaps.
create table quincunx.events (
    table_id text collate "C" not null,
    seq bigint not null check (seq >= 0),
    at bigint not null,
    body text not null,
    primary key (table_id, seq)
);

-- The tables whose clock runs, and when the time of the side to move is up.
create table quincunx.clocks (
    table_id text collate "C" not null primary key,
    deadline bigint not null
);

-- Each visitor's one attempt at a game of the day.
create table quincunx.dailies (
    date text not null,
    game text not null,
    visitor text not null,
    table_id text not null,
    primary key (date, game, visitor)
);

-- When a server was last known to be alive: one row, or none before the first.
create table quincunx.heartbeat (
    id integer not null primary key check (id = 1),
    at bigint not null
);
