-- engines/catalogue-store.ts: the engines and voices that this installation knows. An unavailable engine keeps its row and its
-- voices. installation_facts 'catalogue' changes with every change of the two tables, except for the times.
create table speech_engines (
  provider text primary key,
  name text not null,
  kind text not null check (kind in ('embedded', 'local', 'remote')),
  status text not null check (status in ('available', 'unconfigured', 'unreachable', 'exhausted')),
  notice text,
  models jsonb not null,
  limits jsonb not null,
  -- of the whole description: one that changes nothing is not written again
  digest text not null,
  -- when it last described itself; null: never
  last_seen_at timestamptz,
  -- a running process has promised to serve it until then; null: one that has it serves it as long as it runs
  served_until timestamptz
);
create table speech_voices (
  voice_id uuid primary key,
  provider text not null references speech_engines (provider) on delete cascade,
  engine_voice_id text not null,
  -- part of the intents of every line that the voice speaks
  revision text not null,
  data jsonb not null,
  -- false: the engine does not list it any more
  available boolean not null,
  last_seen_at timestamptz not null,
  unique (provider, engine_voice_id)
);
-- What audio is current follows the revision of each voice now, not one value for all engines.
delete from installation_facts where name = 'engine_revisions';
