-- Each list of an account's projects is one stretch of an index, in its order; so is that of its sections' exports, which
-- an index can count by itself.

create index projects_listed on projects (account_id, project_kind, created_at, id);
drop index projects_account;

create index exports_listed on exports (account_id, created_at, id) where section_id is not null;
drop index exports_account;
