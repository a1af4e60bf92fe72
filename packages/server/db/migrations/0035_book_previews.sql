-- books: files that were read and wait for a decision on what is made of them, kept a day

create table book_previews (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- title, author, language, details, format and warnings, as the file states them
  book jsonb not null,
  cover_asset_id uuid references media_assets,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index book_previews_of_account on book_previews (account_id, created_at);
create index book_previews_by_age on book_previews (expires_at);
create index book_previews_cover on book_previews (cover_asset_id);

create table book_preview_chapters (
  preview_id uuid not null references book_previews on delete cascade,
  index integer not null,
  title text not null,
  text text not null,
  words integer not null,
  -- why the chapter is left out unless a person asks for it; null: it is read
  left_out text,
  primary key (preview_id, index)
);
