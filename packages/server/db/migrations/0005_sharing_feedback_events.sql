-- sharing: public links. A revoked link keeps its row, so that its state can be read; a new publication gets a new row and
-- slug.
create table share_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('section', 'project')),
  project_id uuid not null references projects (id) on delete cascade,
  section_id uuid references sections (id) on delete cascade,
  slug text not null unique,
  allow_download boolean not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((kind = 'section') = (section_id is not null))
);
create unique index share_links_active_section on share_links (section_id)
  where kind = 'section' and revoked_at is null;
create unique index share_links_active_project on share_links (project_id)
  where kind = 'project' and revoked_at is null;
create index share_links_project on share_links (project_id, created_at);
create index share_links_section on share_links (section_id, created_at) where section_id is not null;

-- feedback: messages to the operator of this installation
create table feedback (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  category text not null check (category in ('bug', 'idea', 'praise', 'other')),
  message text not null,
  context jsonb,
  created_at timestamptz not null
);
create index feedback_account on feedback (account_id, created_at, id);

-- feedback: images; one belongs to one feedback at most
create table feedback_attachments (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  feedback_id uuid references feedback (id) on delete cascade,
  position integer,
  sha256 text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  check ((feedback_id is null) = (position is null))
);
create index feedback_attachments_feedback on feedback_attachments (feedback_id, position);

-- events: what happened in projects, for those who listen (server-sent events). Written by the triggers below, in the
-- transaction of the change itself, whichever room makes it. Kept for a day. An event's place is (transaction_id, id):
-- ids alone are given out before transactions commit, so that a later one could become visible first.
create table project_events (
  id bigint generated always as identity,
  transaction_id bigint not null default (pg_current_xact_id()::text::bigint),
  project_id uuid not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, transaction_id, id)
);

-- events: up to where they were removed; who asks for something before it must read everything again
create table project_events_removed (
  only_row boolean primary key default true check (only_row),
  transaction_id bigint not null,
  id bigint not null
);
insert into project_events_removed (transaction_id, id) values (0, 0);

create function tell_runs() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select project_id, 'run', jsonb_build_object(
    'workflow_run_id', id, 'workflow_kind', workflow_kind, 'status', status, 'updated_at', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from changed;
  return null;
end $$;
create trigger tell_new_runs after insert on workflow_runs
  referencing new table as changed for each statement execute function tell_runs();
create trigger tell_changed_runs after update on workflow_runs
  referencing new table as changed for each statement execute function tell_runs();

create function tell_steps() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select run.project_id, 'step', jsonb_build_object(
    'workflow_run_id', step.workflow_run_id, 'step_id', step.id, 'section_id', step.section_id,
    'step_index', step.step_index, 'step_kind', step.step_kind, 'status', step.status,
    'error_code', step.error_code, 'updated_at',
    to_char(step.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from changed step join workflow_runs run on run.id = step.workflow_run_id
  order by step.step_index;
  return null;
end $$;
create trigger tell_changed_steps after update on workflow_steps
  referencing new table as changed for each statement execute function tell_steps();

-- One event for all takes that one statement makes known: a run commits hundreds of them in a second.
create function tell_takes() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select section.project_id, 'block', jsonb_build_object('section_id', section.id, 'blocks',
    jsonb_agg(jsonb_build_object('block_id', take.block_id, 'block_version', take.block_version, 'state', 'ready')))
  from changed take join sections section on section.id = take.section_id
  group by section.project_id, section.id;
  return null;
end $$;
create trigger tell_new_takes after insert on renditions
  referencing new table as changed for each statement execute function tell_takes();

create function tell_failed_requests() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select section.project_id, 'block', jsonb_build_object('section_id', section.id, 'blocks',
    jsonb_agg(jsonb_build_object('block_id', request.block_id, 'block_version', request.block_version, 'state', 'failed')))
  from changed request join sections section on section.id = request.section_id
  where request.status = 'failed'
  group by section.project_id, section.id;
  return null;
end $$;
create trigger tell_failed_requests after update on audio_requests
  referencing new table as changed for each statement execute function tell_failed_requests();

create function tell_exports() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select project_id, 'export', jsonb_build_object(
    'export_id', id, 'section_id', section_id, 'format', format, 'status', status, 'phase', phase,
    'percent', percent, 'error_code', error_code)
  from changed;
  return null;
end $$;
create trigger tell_new_exports after insert on exports
  referencing new table as changed for each statement execute function tell_exports();
create trigger tell_changed_exports after update on exports
  referencing new table as changed for each statement execute function tell_exports();
