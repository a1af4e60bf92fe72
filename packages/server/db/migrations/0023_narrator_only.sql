-- projects: whether the narrator's voice speaks everything; false in rows of earlier versions
alter table projects add column narrator_only boolean not null default false;
