-- events: sounds of projects. Every project that uses a sound gets an event when it changes.
create function tell_linked_sounds() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select project_id, 'sound', jsonb_build_object('sound_effect_id', sound_id, 'change', tg_argv[0]) from changed;
  return null;
end $$;
create trigger tell_linked_sounds after insert on project_sounds
  referencing new table as changed for each statement execute function tell_linked_sounds('linked');
create trigger tell_unlinked_sounds after delete on project_sounds
  referencing old table as changed for each statement execute function tell_linked_sounds('unlinked');

create function tell_changed_sounds() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select link.project_id, 'sound', jsonb_build_object('sound_effect_id', link.sound_id, 'change', 'changed')
  from changed join project_sounds link on link.sound_id = changed.id;
  return null;
end $$;
create trigger tell_changed_sounds after update on sounds
  referencing new table as changed for each statement execute function tell_changed_sounds();
