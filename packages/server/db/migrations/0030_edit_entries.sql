-- documents: what a person did, for undo and redo. An edit of a script names the version that it made; undoing it makes
-- another version, which the row then names. A change of the cast or the lexicon holds what it changed, before and after;
-- it belongs to the history of every section of the project.
create table edit_entries (
  id uuid primary key default gen_random_uuid(),
  place bigint generated always as identity,
  project_id uuid not null references projects on delete cascade,
  section_id uuid references sections on delete cascade,
  document_version integer,
  changes jsonb,
  summary text not null,
  actor_session_id uuid,
  created_at timestamptz not null,
  undone_at timestamptz,
  check ((section_id is null) = (document_version is null)),
  check ((section_id is null) = (changes is not null))
);
create index edit_entries_section on edit_entries (section_id, place) where section_id is not null;
create index edit_entries_project on edit_entries (project_id, place) where section_id is null;

-- What a version changed is found without reading the whole script.
create index blocks_since on blocks (section_id, since_version);
create index past_blocks_since on past_blocks (section_id, since_version);
create index past_blocks_place on past_blocks (section_id, position);
