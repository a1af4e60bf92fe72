-- When the clock is set back, what was asked for before seems to lie in the future. A job that was asked for later than now
-- is due: otherwise it would wait until the clock has caught up, perhaps for years.
alter table jobs add column asked_at timestamptz not null default clock_timestamp();
