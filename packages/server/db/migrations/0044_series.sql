-- series: the people of an account's series of books. name_key is the name without regard to case and white space.
create table series (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  name_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index series_account on series (account_id, name_key);

-- series: voice_id can name a voice that the catalogue does not know. pronunciations is an array of entries of a lexicon without
-- ids; relations is an array of ids of people of the series, and can name one that was removed.
create table series_people (
  id uuid primary key,
  series_id uuid not null references series (id) on delete cascade,
  role text not null check (role in ('narrator', 'character')),
  name text not null,
  aliases jsonb not null,
  gender text,
  age text,
  description text,
  voice_id uuid,
  generation_profile jsonb,
  pronunciations jsonb not null,
  sample_text text,
  relations jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index series_people_series on series_people (series_id, created_at, id);

-- series: a project belongs to one series at most.
create table series_projects (
  project_id uuid primary key references projects (id) on delete cascade,
  series_id uuid not null references series (id) on delete cascade,
  joined_at timestamptz not null
);
create index series_projects_series on series_projects (series_id);

-- series: what a user said about a person and a speaker. speaker_id has no reference, because an undo can bring a speaker back.
create table series_matches (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  person_id uuid not null references series_people (id) on delete cascade,
  speaker_id uuid not null,
  is_same boolean not null,
  created_at timestamptz not null,
  unique (project_id, person_id, speaker_id)
);
create index series_matches_person on series_matches (person_id);
