-- The tables of the service. Seconds are whole numbers since 1970.

-- Rules by the hash of everything that a worker is sent for them; people with the same rules share a row.
create table rules (
  hash text primary key,
  text text not null,
  members jsonb not null               -- `zone`, `supplies` and `options`
);

create table people (
  id text primary key,
  zone text,                           -- null: that of the rules
  rules text not null references rules,
  state jsonb not null default '{}',   -- the state as the worker returns it: texts by key
  present bigint,                      -- the last second that was decided
  wake bigint,                         -- the second of the next step; null: nothing happens by itself
  requests text[] not null default '{}', -- the responses that the next step waits for, by name, …
  hour bigint,                         -- … of this hour
  steps bigint not null default 0,
  problem text                         -- the error that took the person out of service, until somebody calls `resume`
);
create index people_by_wake on people (wake) where wake is not null;

-- Arrivals that no step has had yet. Whoever inserts one also moves `wake`: see the function `arrive`.
create table inbox (
  number bigserial primary key,
  person text not null references people,
  at bigint not null,
  body jsonb not null                  -- an item of `arrived`
);
create index inbox_by_person on inbox (person, at, number);

-- Firings. The identity of a firing is unique for a person: whoever delivers marks `delivered` after the notification service
-- has accepted it, and gives it the identity to recognise a repetition.
create table outbox (
  person text not null references people,
  id text not null,
  at bigint not null,
  body jsonb not null,
  due bigint,                          -- the second of the delivery; null while it is quiet
  dropped text,                        -- the reason for which it is not delivered
  times int not null default 1,        -- the number of transactions that inserted it: 1, or something is wrong
  delivered timestamptz,
  primary key (person, id)
);
create index outbox_by_due on outbox (due) where delivered is null and dropped is null;

-- Responses by request and hour, one for everybody where the request is shared. A row without a body is being fetched, or will be.
create table responses (
  request text not null,               -- the id of the request; with the person before it where it is not shared
  hour bigint not null,
  details jsonb not null,              -- the request as the worker has it
  body jsonb,                          -- `arrived` or `failure`, as a step is given it
  fetched timestamptz,
  primary key (request, hour)
);
create index responses_missing on responses (hour) where body is null;

-- Inserts an arrival; the person's next step is no later than it.
create function arrive(to_person text, second bigint, item jsonb) returns void language sql as $$
  insert into inbox (person, at, body) values (to_person, second, item);
  update people set wake = least(wake, second) where id = to_person and problem is null;
$$;

-- Takes a person into service again, once what was wrong has been mended. What arrived meanwhile is in the inbox.
create function resume(whom text) returns void language sql as $$
  update people set problem = null, wake = coalesce(
    least((select min(at) from inbox where person = whom), present + 1), extract(epoch from now())::bigint)
  where id = whom and problem is not null;
$$;
