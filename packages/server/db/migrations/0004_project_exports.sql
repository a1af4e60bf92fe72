-- exports: a project's export job. What it captured stays, also when a section and its export are gone.
create table project_exports (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  format text not null,
  -- Set when the job ends; until then its state follows from its children.
  final_status text check (final_status in ('completed', 'partial_failed', 'failed')),
  created_at timestamptz not null
);
create index project_exports_project on project_exports (project_id, created_at, id);

-- exports: the children of a job in captured order; export_id names a row of exports that may be gone
create table project_export_sections (
  project_export_id uuid not null references project_exports (id) on delete cascade,
  place integer not null,
  section_id uuid not null,
  title text not null,
  export_id uuid not null,
  document_version integer not null,
  speaker_registry_version integer not null,
  mastering_version integer not null,
  primary key (project_export_id, place)
);
create index project_export_sections_export on project_export_sections (export_id);

-- Lists: newest first, in pages.
drop index exports_account;
create index exports_account on exports (account_id, created_at, id);
create index exports_project on exports (project_id, created_at);

-- documents: what lists and counts ask of long scripts
create index blocks_unparsed on blocks (section_id) where kind = 'unparsed';
create index blocks_sfx on blocks (section_id) where kind = 'sfx';
