-- events: a link of a guest, its consent or what the guest sent changed. A draft raises none: the guest still works on it.
create function record_changed_guest_links() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select link.project_id, 'guests', jsonb_build_object('guest_link_id', link.id)
  from changed link join projects project on project.id = link.project_id;
  return null;
end $$;
create trigger record_new_guest_links after insert on guest_links
  referencing new table as changed for each statement execute function record_changed_guest_links();
create trigger record_changed_guest_links after update on guest_links
  referencing new table as changed for each statement execute function record_changed_guest_links();

create function record_guest_consents() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select link.project_id, 'guests', jsonb_build_object('guest_link_id', link.id)
  from changed join guest_links link on link.id = changed.guest_link_id;
  return null;
end $$;
create trigger record_new_guest_consents after insert on guest_consents
  referencing new table as changed for each statement execute function record_guest_consents();
create trigger record_changed_guest_consents after update on guest_consents
  referencing new table as changed for each statement execute function record_guest_consents();

create function record_guest_recordings() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select distinct link.project_id, 'guests', jsonb_build_object('guest_link_id', link.id)
  from changed join guest_links link on link.id = changed.guest_link_id
  where changed.state <> 'draft';
  return null;
end $$;
create trigger record_new_guest_recordings after insert on guest_recordings
  referencing new table as changed for each statement execute function record_guest_recordings();
create trigger record_changed_guest_recordings after update on guest_recordings
  referencing new table as changed for each statement execute function record_guest_recordings();
create trigger record_deleted_guest_recordings after delete on guest_recordings
  referencing old table as changed for each statement execute function record_guest_recordings();
