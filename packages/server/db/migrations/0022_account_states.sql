-- accounts: the owner of the installation, and accounts that an administrator disabled or deleted. Of a deleted account
-- the row and its ledger stay, under a pseudonym.
alter table accounts
  add column is_owner boolean not null default false,
  add column disabled_at timestamptz,
  add column deleted_at timestamptz;
create unique index accounts_one_owner on accounts (is_owner) where is_owner;

-- The owner is the account "owner", else the oldest with a key of the scope admin. A person can have renamed the owner and
-- given its name to another account, so an account without such a key comes last.
update accounts set is_owner = true where id = (
  select a.id from accounts a
  where a.username = 'owner'
    or exists (select 1 from api_keys k where k.account_id = a.id and k.scopes @> '["admin"]'::jsonb)
  order by
    exists (select 1 from api_keys k where k.account_id = a.id and k.scopes @> '["admin"]'::jsonb) desc,
    (a.username = 'owner') desc, a.created_at, a.id
  limit 1);

-- media: how much an account stores is summed by object
create index media_assets_account on media_assets (account_id, sha256, size_bytes);
