-- sharing: where listeners of public links left a story, for those who asked to continue on another device. Only the listener
-- has the token; here is its hash, and nothing about the person.
create table listener_places (
  token_hash text primary key,
  share_link_id uuid not null references share_links (id) on delete cascade,
  -- Null: nothing was heard yet, the story was heard to its end, or the chapter was deleted.
  section_id uuid references sections (id) on delete set null,
  position_ms integer not null,
  -- Counts the writes.
  version integer not null,
  created_at timestamptz not null,
  written_at timestamptz not null
);
create index listener_places_link on listener_places (share_link_id, created_at);
create index listener_places_section on listener_places (section_id) where section_id is not null;
create index listener_places_written on listener_places (written_at);
