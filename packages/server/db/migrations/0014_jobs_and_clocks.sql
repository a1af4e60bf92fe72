-- When the clock is set back, earlier requests seem to lie in the future. A job that was requested later than now
-- is due: otherwise it would wait until the clock has caught up, perhaps for years.
alter table jobs add column asked_at timestamptz not null default clock_timestamp();
