-- books: the metadata of a project's book. A project without a row has none.
create table project_books (
  project_id uuid primary key references projects (id) on delete cascade,
  title text,
  author text,
  language text,
  cover_asset_id uuid references media_assets (id),
  source_format text check (source_format in ('text', 'markdown', 'html', 'epub', 'docx')),
  updated_at timestamptz not null
);

-- books: every cover that a project was given, redrawn as JPEG; kept as long as the project, for exports that name it
create table book_covers (
  asset_id uuid primary key references media_assets (id),
  project_id uuid not null references projects (id) on delete cascade
);
create index book_covers_project on book_covers (project_id);
