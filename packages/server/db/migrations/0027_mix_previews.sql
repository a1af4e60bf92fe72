-- listening: mixes of sections that are played while their lines are made

create table mix_previews (
  id uuid primary key,
  account_id uuid not null references accounts,
  section_id uuid not null references sections on delete cascade,
  voice_only boolean not null,
  sounds_gain_db double precision not null,
  -- working: there is more to make; complete: everything is made; waiting: see waiting_reason; ended: another one took its place
  state text not null check (state in ('working', 'complete', 'waiting', 'ended')),
  waiting_block_id uuid,
  waiting_reason text,
  -- the next line, its place on the stream's time, and where the next segment begins (samples at 44.1 kHz)
  next_block_id uuid,
  next_start_ms double precision,
  next_sample bigint not null,
  next_index integer not null,
  -- of the whole section, with estimates of what is not made yet
  duration_ms double precision,
  is_estimate boolean not null default true,
  unmade jsonb not null default '[]',
  -- the hash of the timeline as it was last read; null until then
  manifest_hash text,
  -- the last segment that the listener has, and until when segments are made ahead of it
  asked_index integer not null,
  wanted_until timestamptz not null,
  created_at timestamptz not null
);
create index mix_previews_of_account on mix_previews (account_id, created_at);
create index mix_previews_of_section on mix_previews (section_id);
create index mix_previews_by_age on mix_previews (wanted_until);

create table mix_segments (
  preview_id uuid not null references mix_previews on delete cascade,
  index integer not null,
  sha256 text not null,
  size_bytes integer not null,
  start_ms integer not null,
  duration_ms integer not null,
  lines jsonb not null,
  created_at timestamptz not null,
  primary key (preview_id, index)
);
create index mix_segments_object on mix_segments (sha256);

-- Whatever deletes a segment leaves its object for removal.
create function mark_mix_segment() returns trigger language plpgsql as $$
begin
  insert into object_removals (sha256, cause_id, marked_at) values (old.sha256, old.preview_id, now())
  on conflict (sha256) do update set cause_id = excluded.cause_id, marked_at = excluded.marked_at;
  return old;
end $$;
create trigger mix_segments_removed after delete on mix_segments for each row execute function mark_mix_segment();
