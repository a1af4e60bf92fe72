-- webhooks: addresses that an account chose, and what is sent to them. `events` is an array of names. The secret signs
-- deliveries, so it is stored as it is.
create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  url text not null,
  events jsonb not null,
  secret text not null,
  created_at timestamptz not null
);
create index webhooks_account on webhooks (account_id, created_at);

-- webhooks: written by the triggers below, in the transaction of what happened. Deliveries of one lane (a project; the account
-- for what belongs to no project) are sent in the order of seq.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  lane uuid not null,
  seq bigint generated always as identity,
  project_id uuid,
  event text not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_status integer,
  last_reason text,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  due_at timestamptz not null default clock_timestamp(),
  retry_until timestamptz not null default clock_timestamp() + interval '1 day',
  ended_at timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, lane, seq) where state = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);

create function note_for_webhooks(account uuid, project uuid, happened text, facts jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, lane, project_id, event, data)
  select id, coalesce(project, account), project, happened, facts
  from webhooks where account_id = account and events ? happened
$$;

-- A run or an export can end in the statement that inserts it.
create function note_ended_run() returns trigger language plpgsql as $$
begin
  perform note_for_webhooks(new.account_id, new.project_id, 'run.ended', jsonb_build_object(
    'workflow_run_id', new.id, 'workflow_kind', new.workflow_kind, 'status', new.status));
  return null;
end $$;
create trigger note_new_ended_run after insert on workflow_runs
  for each row when (new.completed_at is not null) execute function note_ended_run();
create trigger note_ended_run after update on workflow_runs
  for each row when (new.completed_at is not null and old.completed_at is null) execute function note_ended_run();

create function note_ended_export() returns trigger language plpgsql as $$
begin
  perform note_for_webhooks(new.account_id, new.project_id, 'export.ended', jsonb_build_object(
    'export_kind', case when new.section_id is null then 'book' else 'section' end,
    'export_id', new.id, 'section_id', new.section_id, 'format', new.format, 'status', new.status,
    'error_code', new.error_code));
  return null;
end $$;
create trigger note_new_ended_export after insert on exports
  for each row when (new.completed_at is not null) execute function note_ended_export();
create trigger note_ended_export after update on exports
  for each row when (new.completed_at is not null and old.completed_at is null) execute function note_ended_export();

create function note_ended_project_export() returns trigger language plpgsql as $$
begin
  perform note_for_webhooks(new.account_id, new.project_id, 'export.ended', jsonb_build_object(
    'export_kind', 'project', 'export_id', new.id, 'section_id', null, 'format', new.format,
    'status', new.final_status, 'error_code', null));
  return null;
end $$;
create trigger note_new_ended_project_export after insert on project_exports
  for each row when (new.final_status is not null) execute function note_ended_project_export();
create trigger note_ended_project_export after update on project_exports
  for each row when (new.final_status is not null and old.final_status is null)
  execute function note_ended_project_export();

create function note_ended_sound() returns trigger language plpgsql as $$
begin
  perform note_for_webhooks(sound.account_id, null, 'sound.ended', jsonb_build_object(
    'sound_effect_id', sound.id, 'upload_id', new.id, 'status', new.status, 'error_code', new.error_code))
  from sounds sound where sound.id = new.sound_id;
  return null;
end $$;
create trigger note_ended_sound after update on sound_uploads
  for each row when (new.status in ('ready', 'failed', 'expired') and old.status not in ('ready', 'failed', 'expired'))
  execute function note_ended_sound();

-- One statement stores hundreds of takes of a run.
create function note_new_takes() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks) then
    return null;
  end if;
  insert into webhook_deliveries (webhook_id, lane, project_id, event, data)
  select webhook.id, section.project_id, section.project_id, 'take.created', jsonb_build_object(
    'take_id', take.id, 'section_id', take.section_id, 'block_id', take.block_id, 'source', take.source,
    'provider', take.provider, 'model', take.model, 'voice_id', take.voice_id, 'duration_ms', take.duration_ms)
  from changed take
  join sections section on section.id = take.section_id
  join webhooks webhook on webhook.account_id = section.account_id and webhook.events ? 'take.created'
  order by take.created_at, take.id;
  return null;
end $$;
create trigger note_new_takes after insert on renditions
  referencing new table as changed for each statement execute function note_new_takes();
