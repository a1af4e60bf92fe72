-- reviews: links with which readers comment on lines, and their comments. Only the hash of a slug is stored. A comment keeps
-- the words of its line, because the line may change or go.
create table review_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  slug_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index review_links_project on review_links (project_id, created_at);
create index review_links_account on review_links (account_id);
create table review_comments (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  review_link_id uuid not null references review_links (id) on delete cascade,
  section_id uuid not null references sections (id) on delete cascade,
  block_id uuid not null,
  quote text not null,
  name text not null,
  text text not null,
  created_at timestamptz not null
);
create index review_comments_link on review_comments (review_link_id, created_at);
create index review_comments_section on review_comments (section_id);
create index review_comments_account on review_comments (account_id);
