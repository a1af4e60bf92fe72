-- books: the EPUB that a story was imported from, or last updated from as a whole. It can go out again with the narration in its pages.
create table book_originals (
  project_id uuid primary key references projects (id) on delete cascade,
  asset_id uuid not null references media_assets (id)
);
create index book_originals_asset on book_originals (asset_id);
insert into book_originals (project_id, asset_id)
  select project_id, asset_id from book_covers where drawn_key = 'original';
delete from book_covers where drawn_key = 'original';
