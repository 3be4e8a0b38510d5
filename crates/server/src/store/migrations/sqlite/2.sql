-- What is written to see whether the file can grow.
create table health (
    id integer primary key check (id = 1),
    filler blob not null
) strict;
