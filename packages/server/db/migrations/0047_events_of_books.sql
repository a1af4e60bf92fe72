-- events: the data of a project's book changed.
create function record_changed_books() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, account_id, event, data)
  select project.id, project.account_id, 'project', jsonb_build_object('change', 'changed')
  from changed after
  join projects project on project.id = after.project_id
  left join former before on before.project_id = after.project_id
  where row(after.title, after.author, after.language, after.cover_asset_id, after.details)
    is distinct from row(before.title, before.author, before.language, before.cover_asset_id, before.details);
  return null;
end $$;
create trigger record_changed_books after update on project_books
  referencing new table as changed old table as former for each statement execute function record_changed_books();

create function record_new_books() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, account_id, event, data)
  select project.id, project.account_id, 'project', jsonb_build_object('change', 'changed')
  from changed after join projects project on project.id = after.project_id;
  return null;
end $$;
create trigger record_new_books after insert on project_books
  referencing new table as changed for each statement execute function record_new_books();
