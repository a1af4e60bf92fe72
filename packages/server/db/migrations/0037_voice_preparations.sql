-- voices: voices that an account had prepared at a provider. Each counts against the allowance of its month; a row without
-- `prepared_at` is a preparation under way.
create table voice_preparations (
  id uuid primary key,
  account_id uuid not null references accounts,
  provider text not null,
  engine_voice_id text not null,
  created_at timestamptz not null,
  prepared_at timestamptz
);
create index voice_preparations_of_account on voice_preparations (account_id, created_at);
