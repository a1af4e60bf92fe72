-- guests: links with which a person without an account speaks the lines of one character, the consents and the recordings.
-- Only the hash of a token is stored. The speaker has no foreign key: it can be merged or deleted, and the consent stays.
create table guest_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  speaker_id uuid not null,
  person text not null,
  guest_name text not null,
  asked_by text not null,
  token_hash text not null unique,
  shows_cue boolean not null,
  plays_at_once boolean not null,
  limit_megabytes integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  revoked_at timestamptz
);
create index guest_links_project on guest_links (project_id, created_at);
create index guest_links_account on guest_links (account_id);

-- withdrawn_takes: the lines that lost a take by the withdrawal.
create table guest_consents (
  guest_link_id uuid primary key references guest_links (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  version integer not null,
  language text not null,
  text text not null,
  text_hash text not null,
  agreed_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_takes jsonb
);
create index guest_consents_account on guest_consents (account_id);

-- A used recording keeps its row, so that a withdrawal finds the takes made of it by its object, also in copies of its chapter.
-- The section has no foreign key for the same reason.
create table guest_recordings (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  guest_link_id uuid not null references guest_links (id) on delete cascade,
  section_id uuid not null,
  block_id uuid not null,
  block_version integer not null,
  intent_parts jsonb not null,
  text text not null,
  state text not null check (state in ('draft', 'sent', 'used')),
  sha256 text not null,
  content_type text not null,
  size_bytes bigint not null,
  duration_ms integer not null,
  integrated_lufs double precision not null,
  sample_peak_dbfs double precision not null,
  findings jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index guest_recordings_draft on guest_recordings (guest_link_id, section_id, block_id) where state = 'draft';
create unique index guest_recordings_sent on guest_recordings (guest_link_id, section_id, block_id) where state = 'sent';
create index guest_recordings_link on guest_recordings (guest_link_id);
create index guest_recordings_account on guest_recordings (account_id);
create index guest_recordings_object on guest_recordings (sha256);

-- Uploads of guests, over all processes: those under way, and those of the last minute. A row of a process that was killed ends at
-- ends_at.
create table guest_uploads (
  id uuid primary key,
  guest_link_id uuid not null references guest_links (id) on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index guest_uploads_link on guest_uploads (guest_link_id);
