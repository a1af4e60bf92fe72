-- catalogues: addresses at which reading programs find the finished books of an account. Only the hash of a token is stored. A deleted
-- row opens nothing.
create table catalogue_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at timestamptz not null
);
create index catalogue_links_account on catalogue_links (account_id, created_at);
