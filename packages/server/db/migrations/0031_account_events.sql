-- events: changes of scripts, casts and projects; and streams of a whole account. account_id is set for events that must be
-- found after their project was deleted.
alter table project_events add column account_id uuid;
create index project_events_place on project_events (transaction_id, id);

create function tell_versions() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select section.project_id, 'document', jsonb_build_object(
    'section_id', changed.section_id, 'document_version', changed.document_version,
    'actor_session_id', changed.actor_session_id)
  from changed join sections section on section.id = changed.section_id;
  return null;
end $$;
create trigger tell_new_versions after insert on document_versions
  referencing new table as changed for each statement execute function tell_versions();

create function tell_projects() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select after.id, 'speakers', jsonb_build_object('speaker_registry_version', after.speaker_registry_version)
  from changed after join former before on before.id = after.id
  where after.speaker_registry_version <> before.speaker_registry_version;
  insert into project_events (project_id, account_id, event, data)
  select after.id, after.account_id, 'project', jsonb_build_object('change', 'changed')
  from changed after join former before on before.id = after.id
  where after.name is distinct from before.name or after.section_order_version is distinct from before.section_order_version
    or after.mastering_version <> before.mastering_version or after.lexicon_version <> before.lexicon_version;
  return null;
end $$;
create trigger tell_changed_projects after update on projects
  referencing new table as changed old table as former for each statement execute function tell_projects();

create function tell_made_projects() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, account_id, event, data)
  select id, account_id, 'project', jsonb_build_object('change', tg_argv[0]) from changed;
  return null;
end $$;
create trigger tell_new_projects after insert on projects
  referencing new table as changed for each statement execute function tell_made_projects('created');
create trigger tell_deleted_projects after delete on projects
  referencing old table as changed for each statement execute function tell_made_projects('deleted');
