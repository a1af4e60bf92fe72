-- editions: the text that the file of a book had for a section when the story was last updated from it. Absent: the text of
-- the section's first version.
create table section_sources (
  section_id uuid primary key references sections on delete cascade,
  text text not null
);
