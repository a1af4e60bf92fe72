-- certificates: the check of a project's takes by a recogniser, the one that is running or was run last.
-- A job of the queue "certificate" advances a row in the state "running"; what was heard is in heard_texts.
create table certificates (
  project_id uuid primary key references projects (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  state text not null check (state in ('running', 'done', 'failed', 'cancelled')),
  -- What was asked: hash of the recogniser and the language. Texts with this key are its answers.
  recogniser_key text not null,
  recogniser text not null,
  fault text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index certificates_account on certificates (account_id);

-- certificates: what a recogniser heard in the file of a take. Null: its answer was not usable.
create table heard_texts (
  account_id uuid not null references accounts (id) on delete cascade,
  sha256 text not null,
  recogniser_key text not null,
  text text,
  heard_at timestamptz not null,
  primary key (account_id, sha256, recogniser_key)
);
