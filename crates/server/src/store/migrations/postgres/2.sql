-- What the events take that each server has written, less what it has removed, about: each has a row, so that none
-- waits for another.
create table quincunx.sizes (
    origin text not null primary key,
    bytes bigint not null
);
insert into quincunx.sizes (origin, bytes)
select 'before', coalesce(sum(octet_length(body) + 150), 0) from quincunx.events;
