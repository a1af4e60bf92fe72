-- Processes that run jobs on a PostgreSQL server. Written by jobs/.
-- A process that has not reported until kept_until is ended: its jobs go to other processes. Every transaction of a job
-- reads its process's row, so a process that was stopped for long and continues cannot commit what is no longer its work.
-- There are few rows and only kept_until changes often; free space on the page keeps these changes out of the index.

create table job_processes (
  id uuid primary key,
  kept_until timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 50);
