-- How the words of a project are pronounced. Written by the room documents: the intents of blocks are made with it.

-- lexicon_stamp is new with every change, so that a lexicon that was read once is known again; null: there never was an entry.
alter table projects
  add column lexicon_version integer not null default 1,
  add column lexicon_stamp uuid;

create table lexicon_entries (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  term text not null,
  case_sensitive boolean not null,
  alphabet text not null,
  value text not null,
  language text,
  speaker_id uuid,
  primary key (project_id, id)
);
