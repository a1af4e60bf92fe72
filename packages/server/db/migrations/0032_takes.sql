-- media: several takes of one intent, recordings of people, and the take that a person chose for a line.

-- Of the takes of a line with one intent, the one of rank 0 plays. A recording has no model and no voice.
alter table renditions
  add column source text not null default 'engine' check (source in ('engine', 'recording')),
  add column rank integer not null default 0,
  add column seed integer,
  alter column model drop not null,
  alter column voice_id drop not null;
drop index renditions_intent;
create unique index renditions_intent on renditions (section_id, block_id, intent_hash, rank);

-- The line plays the take of rank 0 with this intent hash: while its own intent is for_hash, or always when that is null (it
-- is locked, or a recording is active).
create table take_choices (
  section_id uuid not null references sections (id) on delete cascade,
  block_id uuid not null,
  plays_hash text not null,
  for_hash text,
  locked boolean not null,
  primary key (section_id, block_id),
  check (not locked or for_hash is null)
);

-- events: another take plays
create function tell_chosen_takes() returns trigger language plpgsql as $$
begin
  insert into project_events (project_id, event, data)
  select section.project_id, 'block', jsonb_build_object('section_id', section.id, 'blocks',
    jsonb_agg(jsonb_build_object('block_id', take.block_id, 'block_version', take.block_version, 'state', 'ready')))
  from changed take join sections section on section.id = take.section_id
  where take.rank = 0
  group by section.project_id, section.id;
  return null;
end $$;
create trigger tell_chosen_takes after update on renditions
  referencing new table as changed for each statement execute function tell_chosen_takes();
