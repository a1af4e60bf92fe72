-- sharing: whether a page shows the story as it is now, or as it was when its owner last updated the page (a held page).
alter table share_links add column follows_edits boolean not null default true;

-- sharing: what a held page states of its story as a whole. A new link has no row until its first update is done.
create table held_pages (
  share_link_id uuid primary key references share_links (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  updated_at timestamptz not null,
  facts jsonb not null
);
create index held_pages_account on held_pages (account_id);

-- sharing: a chapter of a held page: what listeners had before the last update, and what the update brings (is_next), until the file of
-- that is ready. The text is an object. Null as export: lines had no audio.
create table held_sections (
  share_link_id uuid not null references share_links (id) on delete cascade,
  section_id uuid not null references sections (id) on delete cascade,
  is_next boolean not null,
  title text not null,
  opening text not null,
  document_version integer not null,
  speaker_registry_version integer not null,
  mastering_version integer not null,
  text_length integer not null,
  text_sha256 text not null,
  export_id uuid references exports (id) on delete set null,
  primary key (share_link_id, section_id, is_next)
);
create index held_sections_section on held_sections (section_id);
create index held_sections_export on held_sections (export_id) where export_id is not null;
create index held_sections_text on held_sections (text_sha256);

-- exports: files that end soon. Those that listeners get are kept longer.
create index export_artifacts_ending on export_artifacts (expires_at, id) where not file_removed;
