-- documents: every committed version of a script. A block's row is its present state, true since since_version; what
-- it was before lies in past_blocks, true from since_version until (not with) until_version. The script at version n is
-- made of all states that were true at n, in order of position. Storing a version costs what it changes.
alter table sections add column block_count integer not null default 0;
update sections set block_count = (select count(*) from blocks where blocks.section_id = sections.id);

alter table blocks add column since_version integer not null default 1;
update blocks set since_version = sections.document_version from sections where sections.id = blocks.section_id;

-- Sound effects that are placed on another block.
create index blocks_placed on blocks (section_id, (placement ->> 'anchor_block_id')) where placement is not null;

-- documents
create table past_blocks (
  section_id uuid not null references sections (id) on delete cascade,
  id uuid not null,
  since_version integer not null,
  until_version integer not null,
  position bigint not null,
  kind text not null,
  block_version integer not null,
  content jsonb not null,
  placement jsonb,
  generation_profile_override jsonb,
  speaker_id uuid,
  primary key (section_id, id, since_version)
);
create index past_blocks_until on past_blocks (section_id, until_version);

-- documents
create table document_versions (
  section_id uuid not null references sections (id) on delete cascade,
  document_version integer not null,
  created_at timestamptz not null,
  actor_session_id uuid,
  summary text not null,
  title text not null,
  sound_effects_enabled boolean not null,
  source_text_length integer not null,
  block_count integer not null,
  primary key (section_id, document_version)
);
insert into document_versions
  select id, document_version, updated_at, null, 'Saved', title, sound_effects_enabled, source_text_length, block_count
  from sections;

-- documents: what each speaker says in a section, counted with every change
create table speaker_usage (
  section_id uuid not null references sections (id) on delete cascade,
  speaker_id uuid not null,
  block_count integer not null,
  character_count integer not null,
  primary key (section_id, speaker_id)
);
insert into speaker_usage
  select section_id, speaker_id, count(*), sum(text_length) from blocks where speaker_id is not null
  group by section_id, speaker_id;

-- documents: unsaved work of a client, one a section
create table recovery_drafts (
  section_id uuid primary key references sections (id) on delete cascade,
  base_document_version integer not null,
  draft jsonb not null,
  updated_at timestamptz not null
);

-- speakers: merged speakers and their targets, so that old versions of a script find their speakers
create table merged_speakers (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  into_speaker_id uuid not null
);
create index merged_speakers_project on merged_speakers (project_id);
