-- Sessions of browsers. Written by the room accounts. A session opens what its key opens, or only `scopes`; it ends with
-- its key. Only the hash of the cookie's token is stored.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts,
  api_key_id uuid not null references api_keys on delete cascade,
  token_hash text not null unique,
  kind text not null,
  scopes jsonb,
  name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index sessions_account on sessions (account_id, created_at, id);
create index sessions_key on sessions (api_key_id);
create index sessions_expiry on sessions (expires_at);

-- Codes that open a session on another device once. Only the hash of a code is stored.
create table pairing_codes (
  id uuid primary key,
  account_id uuid not null references accounts,
  api_key_id uuid not null references api_keys on delete cascade,
  code_hash text not null unique,
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pairing_codes_account on pairing_codes (account_id);
create index pairing_codes_key on pairing_codes (api_key_id);
create index pairing_codes_expiry on pairing_codes (expires_at);
