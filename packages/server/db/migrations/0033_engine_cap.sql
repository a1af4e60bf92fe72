-- engines: as before, except for the cap of a month. Requests under way may be refused and then cost nothing, so a request that
-- fits only without them waits for their end; before, it made the engine exhausted.
create or replace function take_engine_turn(
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
    if used + units > units_per_month then
      return query select 'exhausted', 0;
      return;
    end if;
    select used + coalesce(sum(r.characters), 0) into used from engine_requests r where r.provider = p and not r.done;
    if used + units > units_per_month then
      return query select 'busy', 50;
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
