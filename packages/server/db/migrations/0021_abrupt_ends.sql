-- How often a process that ran the job ended abruptly since the job last made progress. Owner: jobs.
alter table jobs add column abrupt_ends integer not null default 0;
