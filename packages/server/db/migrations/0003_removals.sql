-- media: objects that lost a row which named them; the file goes as soon as no row names it (media/object-removal.ts)
create table object_removals (
  sha256 text primary key,
  cause_id uuid not null,
  marked_at timestamptz not null
);
create index object_removals_cause on object_removals (cause_id);

-- What deletions look up.
create index exports_artifact on exports (artifact_id) where artifact_id is not null;
create index exports_timeline on exports (timeline_sha256) where timeline_sha256 is not null;
create index export_artifacts_object on export_artifacts (sha256);

-- exports: the file of an expired artifact was handed over for removal
alter table export_artifacts add column file_removed boolean not null default false;
