-- Fair turns at jobs. Written by jobs/ and workflows/.
-- party: whose work it is, usually an account; the parties of a queue take turns. Urgency: 0 a person waits, 1 short, 2 a batch.
alter table jobs add column party text not null default '';
alter table jobs add column urgency smallint not null default 1 check (urgency between 0 and 2);
create index jobs_party on jobs (queue, party, urgency, run_after, id) where state = 'waiting';
alter table workflow_runs add column urgency smallint not null default 2 check (urgency between 0 and 2);
