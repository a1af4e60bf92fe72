-- exports: the newest one of each section, format and status; a section's exports in the order of their list
create index exports_newest on exports (section_id, format, status, created_at desc, id desc);
create index exports_section_list on exports (section_id, created_at, id);
drop index exports_section;
