-- listening: lines that have a take in the narrator's voice are heard in it; and whether the whole section can be heard so.
alter table mix_previews add column one_narrator boolean not null default false;
alter table mix_previews add column narrator_takes boolean not null default false;

-- documents, books: a row that others name is deleted without reading all of those.
create index edit_entries_of_project on edit_entries (project_id);
create index project_books_cover on project_books (cover_asset_id) where cover_asset_id is not null;
