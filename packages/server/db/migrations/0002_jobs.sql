-- jobs: what waits to be run and what is running. A finished job has no row.
-- The two unique indexes are the rule: of one key at most one waits and at most one runs.
create table jobs (
  id bigint generated always as identity primary key,
  queue text not null,
  key text not null,
  data jsonb not null,
  state text not null check (state in ('waiting', 'running')),
  failures integer not null default 0,
  run_after timestamptz not null,
  holder uuid,
  held_until timestamptz,
  check ((state = 'running') = (holder is not null and held_until is not null))
);
create unique index jobs_one_waits on jobs (queue, key) where state = 'waiting';
create unique index jobs_one_runs on jobs (queue, key) where state = 'running';
create index jobs_due on jobs (queue, run_after, id) where state = 'waiting';
