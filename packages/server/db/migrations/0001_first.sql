-- The first schema. Every table has one owner room, named above it; only that room's store writes it.
-- Portable PostgreSQL 15; times are timestamptz, versions are integers that count up by one per committed change.

-- accounts
create table accounts (
  id uuid primary key,
  username text not null unique,
  display_name text not null,
  avatar_url text,
  email text,
  plan text not null check (plan in ('free', 'creator', 'studio', 'unlimited')),
  allow_fallbacks boolean not null default true,
  created_at timestamptz not null
);

-- accounts: only hashes of keys are stored
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash text not null unique,
  scopes jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id, created_at);

-- accounts: secrets of this installation, made at the first start (signing of media URLs)
create table installation_secrets (
  name text primary key,
  secret text not null
);

-- engines: what the installation has noted about itself (see engines/catalogue-store.ts)
create table installation_facts (
  name text primary key,
  value text not null
);

-- db: what a client_mutation_id or Idempotency-Key has already done; result holds what a replay needs
create table mutations (
  account_id uuid not null references accounts (id) on delete cascade,
  mutation_key text not null,
  operation text not null,
  request_hash text not null,
  result jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, mutation_key)
);

-- projects
create table projects (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_kind text not null check (project_kind in ('standalone', 'named')),
  name text,
  casting_defaults_mode text not null default 'suggest',
  default_automation_profile text not null default 'balanced',
  section_order_version integer not null default 1,
  speaker_registry_version integer not null default 1,
  mastering_version integer not null default 1,
  mastering_profile jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((project_kind = 'named') = (name is not null))
);
create index projects_account on projects (account_id, created_at);

-- documents: a section and its script; blocks one row each, ordered by position (with gaps for later inserts).
-- intent_hash says what the block's audio is made of as the block and its cast stand now: audio is current exactly
-- when a rendition with that hash exists. It is rewritten in the transaction that changes the block or its cast.
create table sections (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  title text not null,
  section_index integer not null,
  document_version integer not null default 1,
  source_text_length integer not null,
  sound_effects_enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sections_project on sections (project_id, section_index);

create table blocks (
  section_id uuid not null references sections (id) on delete cascade,
  id uuid not null,
  position bigint not null,
  kind text not null check (kind in ('speech', 'narration', 'unparsed', 'excluded', 'note', 'sfx')),
  block_version integer not null,
  content jsonb not null,
  placement jsonb,
  generation_profile_override jsonb,
  speaker_id uuid,
  text_length integer not null,
  intent_parts jsonb not null,
  generatable boolean not null,
  intent_hash text,
  primary key (section_id, id)
);
create unique index blocks_order on blocks (section_id, position);
create index blocks_speaker on blocks (speaker_id) where speaker_id is not null;

-- speakers
create table speakers (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  role text not null check (role in ('narrator', 'character')),
  aliases jsonb not null,
  gender text,
  age text,
  description text,
  color_index integer not null,
  casting_voice_id uuid,
  casting_profile jsonb,
  casting_source text check (casting_source in ('automatic', 'user')),
  created_at timestamptz not null
);
create index speakers_project on speakers (project_id, color_index);
create unique index speakers_one_narrator on speakers (project_id) where role = 'narrator';

-- workflows: these two tables are the truth; a job only says "advance run X"
create table workflow_runs (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  workflow_kind text not null check (workflow_kind in ('prepare_sections', 'create_audio')),
  automation_profile text,
  profile_snapshot jsonb not null,
  target_scope jsonb,
  status text not null,
  cancel_requested_at timestamptz,
  cancel_acknowledged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  resumes_workflow_run_id uuid
);
create index workflow_runs_project on workflow_runs (project_id, created_at);
create index workflow_runs_unfinished on workflow_runs (created_at) where completed_at is null;

create table workflow_steps (
  id uuid primary key,
  workflow_run_id uuid not null references workflow_runs (id) on delete cascade,
  section_id uuid not null,
  step_key text not null,
  step_index integer not null,
  step_kind text not null,
  status text not null,
  requested_document_version integer not null,
  execution_document_version integer,
  result_summary jsonb not null,
  issue_kind text,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  unique (workflow_run_id, step_index)
);
create index workflow_steps_section on workflow_steps (section_id, created_at);

-- media: audio that exists, by what it is made of
create table media_assets (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  sha256 text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null
);
create index media_assets_object on media_assets (sha256);

create table renditions (
  id uuid primary key,
  section_id uuid not null references sections (id) on delete cascade,
  block_id uuid not null,
  block_version integer not null,
  intent_hash text not null,
  intent_parts jsonb not null,
  asset_id uuid not null references media_assets (id),
  provider text not null,
  model text not null,
  voice_id uuid not null,
  duration_ms integer not null check (duration_ms >= 1),
  integrated_lufs double precision not null,
  sample_peak_dbfs double precision not null,
  words jsonb,
  created_at timestamptz not null
);
create unique index renditions_intent on renditions (section_id, block_id, intent_hash);
create index renditions_asset on renditions (asset_id);

-- media: blocks whose audio is requested and does not exist yet, or failed
create table audio_requests (
  section_id uuid not null references sections (id) on delete cascade,
  block_id uuid not null,
  workflow_run_id uuid not null references workflow_runs (id) on delete cascade,
  workflow_step_id uuid not null,
  status text not null check (status in ('pending', 'failed')),
  block_version integer not null,
  intent_hash text not null,
  error_code text,
  error_message text,
  updated_at timestamptz not null,
  primary key (section_id, block_id)
);
create index audio_requests_run on audio_requests (workflow_run_id);

-- exports; a compiled timeline is an object of its own (exports/timeline-file.ts)
create table export_artifacts (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  artifact_key text not null,
  sha256 text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  report jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index export_artifacts_key on export_artifacts (account_id, artifact_key);

create table exports (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid not null,
  section_id uuid not null references sections (id) on delete cascade,
  format text not null,
  status text not null,
  phase text not null,
  percent integer not null default 0,
  cache_result text not null,
  document_version integer not null,
  speaker_registry_version integer not null,
  mastering_version integer not null,
  manifest_hash text,
  timeline_sha256 text,
  duration_ms integer,
  artifact_id uuid references export_artifacts (id),
  error_code text,
  error_message text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);
create index exports_account on exports (account_id, created_at);
create index exports_section on exports (section_id, format, created_at);
create index exports_unfinished on exports (created_at) where completed_at is null;
