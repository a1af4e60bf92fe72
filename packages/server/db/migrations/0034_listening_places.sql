-- listening: where an account left each story, as a line and an offset into it, and its bookmarks. A line that is gone keeps
-- its place here, because undo can bring it back; answers leave it out.
create table listening_places (
  account_id uuid not null references accounts,
  project_id uuid not null references projects on delete cascade,
  section_id uuid,
  block_id uuid,
  offset_ms integer not null,
  -- [{section_id, block_id, offset_ms}]
  bookmarks jsonb not null default '[]',
  updated_at timestamptz not null,
  primary key (account_id, project_id)
);
create index listening_places_of_project on listening_places (project_id);
