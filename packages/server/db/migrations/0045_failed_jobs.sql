-- Jobs that failed for the last time and would otherwise be lost. An administrator lists them and has them tried again.
-- Of an error only its name, code and place are kept: a message may quote the text of a story.
create table failed_jobs (
  id uuid primary key default gen_random_uuid(),
  queue text not null,
  key text not null,
  data jsonb not null,
  attempts integer not null,
  error_name text not null,
  error_code text,
  error_place text,
  failed_at timestamptz not null default clock_timestamp(),
  unique (queue, key)
);
create index failed_jobs_newest on failed_jobs (failed_at desc, id);
