-- engines: what is under way at each engine that is not embedded, over all processes. The rows are small, short-lived and
-- written without waiting for the disk: a crash of the database may lose the last moments of them.
create table engine_states (
  provider text primary key,
  -- Failures in a row. From the fifth one on the engine is paused, each time twice as long.
  failures integer not null default 0,
  pause_ms integer not null default 0,
  paused_until timestamptz,
  -- The provider asked to wait until then.
  retry_at timestamptz
);
-- Requests that run, and those of the last minute of engines with a rate.
create table engine_requests (
  id uuid primary key,
  provider text not null,
  account_id uuid not null,
  characters integer not null,
  started_at timestamptz not null,
  -- The slot of a process that died is free then.
  ends_at timestamptz not null,
  done boolean not null default false
);
create index engine_requests_recent on engine_requests (provider, started_at);
-- Accounts that wait in some process, so that the others leave them their share.
create table engine_waiters (
  provider text not null,
  holder uuid not null,
  account_id uuid not null,
  seen_at timestamptz not null,
  primary key (provider, holder, account_id)
);
-- Characters that were spoken in a month (UTC), for engines with a cap.
create table engine_usage (
  provider text not null,
  month date not null,
  characters bigint not null default 0,
  primary key (provider, month)
);

-- Starts a request if the engine may take one now. The row lock makes all processes ask one after the other, and each
-- statement of the function sees what the one before it committed.
-- outcome: granted, or why not: paused (failures), retry_after (the provider's wish), busy (all slots taken), turn (another
-- account has fewer requests under way), rate (requests or characters a minute), exhausted (characters a month).
-- A rate is kept in every window of 60 s at the provider; the second more is for the way there.
create function take_engine_turn(
  p text, request uuid, who uuid, account uuid, units integer, longest_ms integer,
  most integer, per_minute integer, units_per_minute integer, units_per_month bigint
) returns table (outcome text, wait_ms integer) language plpgsql as $$
declare
  moment timestamptz;
  state engine_states;
  running integer;
  own integer;
  fewest integer;
  used bigint;
  free_at timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into engine_states (provider) values (p) on conflict do nothing;
  select * into state from engine_states s where s.provider = p for update;
  moment := clock_timestamp();
  update engine_requests r set done = true where r.provider = p and not r.done and r.ends_at < moment;
  delete from engine_requests r where r.provider = p and r.done and r.started_at < moment - interval '61 seconds';
  if state.paused_until > moment then
    return query select 'paused', ceil(extract(epoch from state.paused_until - moment) * 1000)::integer;
    return;
  end if;
  if state.retry_at > moment then
    return query select 'retry_after', ceil(extract(epoch from state.retry_at - moment) * 1000)::integer;
    return;
  end if;
  select count(*), count(*) filter (where r.account_id = account) into running, own
  from engine_requests r where r.provider = p and not r.done;
  -- After a pause one request tries whether the engine is back.
  if running >= most or (state.failures >= 5 and running > 0) then
    insert into engine_waiters values (p, who, account, moment)
    on conflict (provider, holder, account_id) do update set seen_at = excluded.seen_at;
    return query select 'busy', 50;
    return;
  end if;
  select min(coalesce(c.n, 0)) into fewest
  from engine_waiters w
  left join (
    select r.account_id, count(*)::integer as n from engine_requests r where r.provider = p and not r.done group by 1
  ) c on c.account_id = w.account_id
  where w.provider = p and w.account_id <> account and w.seen_at > moment - interval '1 second';
  if fewest < own then
    insert into engine_waiters values (p, who, account, moment)
    on conflict (provider, holder, account_id) do update set seen_at = excluded.seen_at;
    return query select 'turn', 30;
    return;
  end if;
  if units_per_month is not null then
    select coalesce(sum(u.characters), 0) into used from engine_usage u
    where u.provider = p and u.month = date_trunc('month', moment at time zone 'UTC')::date;
    select used + coalesce(sum(r.characters), 0) into used from engine_requests r where r.provider = p and not r.done;
    if used + units > units_per_month then
      return query select 'exhausted', 0;
      return;
    end if;
  end if;
  if per_minute is not null then
    select r.started_at + interval '61 seconds' into free_at from engine_requests r
    where r.provider = p order by r.started_at desc offset per_minute - 1 limit 1;
  end if;
  if units_per_minute is not null then
    select greatest(free_at, max(t.started_at) + interval '61 seconds') into free_at from (
      select r.started_at, sum(r.characters) over (order by r.started_at desc, r.id) as upto
      from engine_requests r where r.provider = p
    ) t where t.upto + units > units_per_minute;
  end if;
  if free_at > moment then
    return query select 'rate', ceil(extract(epoch from free_at - moment) * 1000)::integer;
    return;
  end if;
  delete from engine_waiters w where w.provider = p
    and ((w.holder = who and w.account_id = account) or w.seen_at < moment - interval '1 minute');
  insert into engine_requests values
    (request, p, account, units, moment, moment + make_interval(secs => longest_ms / 1000.0), false);
  return query select 'granted', 0;
end $$;

-- Ends a request. verdict: worked, failed (counts for the pause), or neither. A request that began before the present pause
-- does not lengthen it.
create function end_engine_turn(p text, request uuid, verdict text, retry_ms integer, spoken integer, has_rate boolean)
returns void language plpgsql as $$
declare
  moment timestamptz;
  state engine_states;
  began timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into state from engine_states s where s.provider = p for update;
  moment := clock_timestamp();
  select r.started_at into began from engine_requests r where r.id = request;
  if has_rate then
    update engine_requests r set done = true where r.id = request;
  else
    delete from engine_requests r where r.id = request;
  end if;
  if verdict = 'worked' and (state.failures > 0 or state.pause_ms > 0) then
    update engine_states s set failures = 0, pause_ms = 0, paused_until = null where s.provider = p;
  elsif verdict = 'failed' and (state.paused_until is null or began >= state.paused_until) then
    if state.failures + 1 >= 5 then
      state.pause_ms := case when state.pause_ms = 0 then 15000 else least(state.pause_ms * 2, 300000) end;
      update engine_states s set failures = state.failures + 1, pause_ms = state.pause_ms,
        paused_until = moment + make_interval(secs => state.pause_ms / 1000.0) where s.provider = p;
    else
      update engine_states s set failures = state.failures + 1 where s.provider = p;
    end if;
  end if;
  if retry_ms is not null then
    update engine_states s
    set retry_at = greatest(s.retry_at, moment + make_interval(secs => retry_ms / 1000.0)) where s.provider = p;
  end if;
  if spoken > 0 then
    insert into engine_usage values (p, date_trunc('month', moment at time zone 'UTC')::date, spoken)
    on conflict (provider, month) do update set characters = engine_usage.characters + excluded.characters;
  end if;
end $$;

-- workflows: a step that is begun again has a new attempt, and what an earlier attempt still does no longer counts.
alter table workflow_steps add column attempt integer not null default 0;
-- workflows: engines that a run asks no more, because their account is used up or their key is refused.
create table engine_stops (
  workflow_run_id uuid not null references workflow_runs (id) on delete cascade,
  provider text not null,
  kind text not null check (kind in ('quota', 'auth')),
  message text not null,
  primary key (workflow_run_id, provider)
);
