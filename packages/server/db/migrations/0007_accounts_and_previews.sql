-- accounts: names that differ in case only are the same name
create unique index accounts_username_any_case on accounts (lower(username));
create index accounts_by_age on accounts (created_at, id);

-- previews: what voices have said, by voice, engine revision and words; the sound is an object
create table voice_previews (
  preview_key text primary key,
  sha256 text not null,
  content_type text not null,
  duration_ms integer not null check (duration_ms >= 1),
  created_at timestamptz not null
);
create index voice_previews_object on voice_previews (sha256);
