-- Each list of an account's projects is one stretch of an index, in its order.

create index projects_listed on projects (account_id, project_kind, created_at, id);
drop index projects_account;
