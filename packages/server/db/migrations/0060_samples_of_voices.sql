-- previews: the voice that spoke; null for samples from before this column. They are deleted with a custom voice whose consent is withdrawn.
alter table voice_previews add column voice_id uuid;
create index voice_previews_voice on voice_previews (voice_id);
-- A sample of a custom voice cannot be told from the others here. Those that may be one are deleted, and made again when asked for.
insert into object_removals (sha256, cause_id, marked_at)
  select distinct on (sha256) sha256, gen_random_uuid(), now() from voice_previews
  where created_at >= (select min(created_at) from custom_voices)
  on conflict (sha256) do nothing;
delete from voice_previews where created_at >= (select min(created_at) from custom_voices);
