-- exports: a book is one file of several sections. Its export has no section of its own; other tables hold the captured data.
alter table exports alter column section_id drop not null;
alter table exports alter column document_version drop not null;
alter table exports add constraint exports_subject check ((section_id is null) = (document_version is null));
create index exports_books on exports (project_id, created_at, id) where section_id is null;

-- exports: what a book export is about
create table book_exports (
  export_id uuid primary key references exports (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  book jsonb not null
);
create index book_exports_project on book_exports (project_id);

-- exports: the sections of a book in captured order; a section may be gone
create table book_export_sections (
  export_id uuid not null references book_exports (export_id) on delete cascade,
  place integer not null,
  section_id uuid not null,
  title text not null,
  document_version integer not null,
  primary key (export_id, place)
);

-- previews: how loud the kept words are. Older ones were not measured: they are spoken again at the next request.
insert into object_removals (sha256, cause_id, marked_at)
  select distinct on (sha256) sha256, gen_random_uuid(), now() from voice_previews on conflict (sha256) do nothing;
delete from voice_previews;
alter table voice_previews add column integrated_lufs double precision not null;
alter table voice_previews add column sample_peak_dbfs double precision not null;
