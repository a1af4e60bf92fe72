-- manuscript: findings of the check that a person does not want to see again. The key names a finding over edits elsewhere
-- (core/manuscript/ignore-key.ts).
create table ignored_findings (
  project_id uuid not null references projects (id) on delete cascade,
  key text not null,
  place bigint generated always as identity,
  primary key (project_id, key)
);
