-- custom-voices: voices that an account had an engine make: cloned from recordings of a person who agreed, or designed from words.
-- The mark of such a voice at its engine states the id of the row. The row stays after the voice is removed: it holds the consent.
create table custom_voices (
  id uuid primary key,
  account_id uuid not null references accounts,
  provider text not null,
  kind text not null check (kind in ('cloned', 'designed')),
  -- As its account describes it: name, language, gender, age, description, and what the catalogue shows beside them.
  about jsonb not null,
  state text not null check (state in ('making', 'ready', 'failed', 'removing', 'removed')),
  -- Why it failed; null otherwise.
  fault text,
  -- The engine's own id; null until it is made.
  engine_voice_id text,
  -- The text that was confirmed, with its person, its time and the proof; null for a designed voice.
  consent jsonb,
  -- The recordings: sound_id, name, sha256, duration_ms, size_bytes, content_type.
  recordings jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'cloned') = (consent is not null))
);
create index custom_voices_of_account on custom_voices (account_id, created_at);
