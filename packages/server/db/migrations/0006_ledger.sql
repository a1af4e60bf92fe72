-- ledger: append-only double entry in whole snowcoins. Entries are never changed or deleted, and the entries of
-- every transaction sum to zero: the database itself refuses anything else.
create table ledger_transactions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('grant', 'hold', 'charge', 'release')),
  hold_id uuid,
  note text,
  created_at timestamptz not null
);
create index ledger_transactions_account on ledger_transactions (account_id, created_at);

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions (id),
  account_id uuid not null references accounts (id),
  book text not null check (book in ('granted', 'account', 'promotional', 'held_account', 'held_promotional', 'spent')),
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, book)
);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_transactions_stay before update or delete on ledger_transactions
  for each row execute function ledger_is_append_only();
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();

create function ledger_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'the entries of a ledger transaction must sum to zero';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_sum after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_sums_to_zero();

-- ledger: what the entries of an account add up to; its row is the lock of all changes of the account's money
create table ledger_balances (
  account_id uuid primary key references accounts (id),
  account bigint not null default 0 check (account >= 0),
  promotional bigint not null default 0 check (promotional >= 0),
  held_account bigint not null default 0 check (held_account >= 0),
  held_promotional bigint not null default 0 check (held_promotional >= 0),
  welcomed boolean not null default false,
  version integer not null default 0
);

-- ledger: what is set aside for work under way; id is the workflow step's, or the preview's own
create table ledger_holds (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  purpose text not null check (purpose in ('workflow_step', 'voice_preview')),
  held_account bigint not null,
  held_promotional bigint not null,
  sent_millionths bigint not null,
  charged bigint not null,
  updated_at timestamptz not null
);
create index ledger_holds_open on ledger_holds (updated_at) where held_account + held_promotional > 0;
