-- exports: SHA-256 of the recordings of people that a file contains, so that a withdrawn consent finds it. Null: the file is older
-- than this column.
alter table export_artifacts add column recorded jsonb;

-- guests: the SHA-256 of the recordings that a withdrawal deleted (null until then), and the consent's own id, which it keeps in
-- bundles and on other installations.
alter table guest_consents add column withdrawn_sounds jsonb;
alter table guest_consents add column origin_id uuid;
update guest_consents set origin_id = guest_link_id;
alter table guest_consents alter column origin_id set not null;
create index guest_consents_origin on guest_consents (account_id, origin_id);
