-- sounds: the library. A sound is ready when it has a current revision; before, its latest upload has the state.
create table sounds (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  description text not null,
  tags jsonb not null,
  search_text text not null,
  is_public boolean not null,
  metadata_version integer not null default 1,
  current_revision_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sounds_account on sounds (account_id, created_at, id);
create index sounds_public on sounds (created_at, id) where is_public and current_revision_id is not null;

-- sounds: audio that was decoded, checked and encoded again; never changed, and kept as long as the sound
create table sound_revisions (
  id uuid primary key,
  sound_id uuid not null references sounds (id) on delete cascade,
  revision_number integer not null,
  asset_id uuid not null references media_assets (id),
  duration_ms integer not null,
  integrated_lufs double precision not null,
  sample_peak_dbfs double precision not null,
  created_at timestamptz not null,
  unique (sound_id, revision_number)
);
create index sound_revisions_asset on sound_revisions (asset_id);

-- sounds: received_file names the bytes that arrived and are not processed yet (files/, "kept")
create table sound_uploads (
  id uuid primary key,
  sound_id uuid not null references sounds (id) on delete cascade,
  attempt integer not null,
  revision_number integer not null,
  is_replacement boolean not null,
  content_type text not null,
  size_bytes bigint not null,
  status text not null check (status in ('pending_upload', 'processing', 'ready', 'failed', 'expired')),
  received_file uuid,
  completed_revision_id uuid,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  unique (sound_id, attempt)
);
create index sound_uploads_unfinished on sound_uploads (created_at) where status in ('pending_upload', 'processing');

-- sounds: account_id is the account that the sound is shared with
create table sound_shares (
  id uuid primary key,
  sound_id uuid not null references sounds (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  status text not null check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (sound_id, account_id)
);
create index sound_shares_account on sound_shares (account_id);

-- sounds: which project uses which sound; the version of a project without a row is 1
create table project_sounds (
  project_id uuid not null references projects (id) on delete cascade,
  sound_id uuid not null references sounds (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (project_id, sound_id)
);
create index project_sounds_sound on project_sounds (sound_id);
create table project_sound_registries (
  project_id uuid primary key references projects (id) on delete cascade,
  version integer not null
);
