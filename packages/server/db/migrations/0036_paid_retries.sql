-- accounts: whether an engine with a price may be asked again for an answer that is no speech of its text.
alter table accounts add column allow_paid_retries boolean not null default false;
