-- suits: 0.2.0
-- How much of a subscription's used bytes went up: clients show both directions. Counted by both releases while they run
-- together; only this one sets it back with the used bytes, so that readers take no more of it than was used.
alter table subscriptions add column used_up_bytes bigint not null default 0;

-- As before, and the uploaded part beside the used bytes, at the node's rate.
create or replace function traffic_ingest_many(
  p_nodes integer[], p_batch_ids text[], p_boots text[], p_seqs bigint[], p_seconds integer[], p_repeats integer[],
  p_sizes integer[], p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz, p_time_zone text, p_is_calm boolean
) returns table (
  place integer, refused text, duplicate boolean, crossed_resellers integer[], crossed_accounts bigint[],
  cut_numbers bigint[], left_numbers bigint[], left_bytes bigint[]
) language plpgsql as $$
declare
  at integer;
  first_at integer;
  last_at integer;
  noted record;
  refusals text[] := array_fill(null::text, array[cardinality(p_nodes)]);
  duplicates boolean[] := array_fill(false, array[cardinality(p_nodes)]);
  rates integer[] := array_fill(0, array[cardinality(p_nodes)]);
  is_first boolean := false;
  raised integer;
  -- Of each line of all batches.
  places integer[] := '{}';
  numbers bigint[] := '{}';
  runs boolean[] := '{}';
  line_resellers integer[] := '{}';
  line_accounts bigint[] := '{}';
  line_ups bigint[] := '{}';
  line_downs bigint[] := '{}';
  line_charges bigint[] := '{}';
  -- Of each owner, in the order of locks.
  resellers integer[];
  accounts bigint[];
  ups bigint[];
  downs bigint[];
  charges bigint[];
  -- Before this. -1: there is no subscription.
  used bigint[];
  totals bigint[];
  this_hour timestamptz := date_trunc('hour', p_now, p_time_zone);
  this_day date := (p_now at time zone p_time_zone)::date;
begin
  -- Before any lock: who waits for a month's new tables must hold nothing.
  perform traffic_make_partition('traffic_hours', date_trunc('month', this_hour at time zone 'UTC')::date);
  perform traffic_make_partition('traffic_days', date_trunc('month', this_day)::date);

  for at, first_at, last_at in
    select s.at, 1 + s.until - s.size, s.until from (
      select i.at::integer, i.size, (sum(i.size) over (order by i.at))::integer as until
      from unnest(p_sizes) with ordinality i (size, at)
    ) s order by p_nodes[s.at], s.at
  loop
    select * into noted from traffic_note_batch(p_nodes[at], p_batch_ids[at], p_boots[at], p_seqs[at], p_seconds[at], p_repeats[at],
      p_numbers[first_at:last_at], p_ups[first_at:last_at], p_downs[first_at:last_at], p_now, this_hour);
    refusals[at] := noted.refused;
    duplicates[at] := noted.duplicate;
    rates[at] := noted.rate;
    continue when noted.refused is not null;
    is_first := is_first or noted.is_first;
    places := places || array_fill(at, array[cardinality(noted.numbers)]);
    numbers := numbers || noted.numbers;
    runs := runs || noted.runs;
    line_resellers := line_resellers || noted.resellers;
    line_accounts := line_accounts || noted.accounts;
    line_ups := line_ups || noted.ups;
    line_downs := line_downs || noted.downs;
    line_charges := line_charges || noted.charges;
  end loop;

  select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}'), array_agg(o.up), array_agg(o.down),
      array_agg(o.charged)
    into resellers, accounts, ups, downs, charges
    from (
      select i.reseller_id, i.account_id, sum(i.up)::bigint as up, sum(i.down)::bigint as down, sum(i.charged)::bigint as charged
      from unnest(line_resellers, line_accounts, line_ups, line_downs, line_charges) i (reseller_id, account_id, up, down, charged)
      group by i.reseller_id, i.account_id order by i.reseller_id, i.account_id
    ) o;

  -- Owner by owner, as they stand in the arrays: a lateral join keeps their order.
  select array_agg(coalesce(s.used_bytes, -1)), array_agg(coalesce(s.total_bytes, 0)) into used, totals
    from unnest(resellers, accounts) o (reseller_id, account_id)
    left join lateral (
      select t.used_bytes, t.total_bytes from subscriptions t
      where t.reseller_id = o.reseller_id and t.account_id = o.account_id for no key update
    ) s on true;
  update subscriptions s set used_bytes = s.used_bytes + o.charged,
      used_up_bytes = s.used_up_bytes + floor(o.charged::numeric * o.up / (o.up + o.down))::bigint
    from unnest(resellers, accounts, ups, downs, charges) o (reseller_id, account_id, up, down, charged)
    where s.reseller_id = o.reseller_id and s.account_id = o.account_id and o.charged > 0;
  select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}') into crossed_resellers, crossed_accounts
    from unnest(resellers, accounts, charges, used, totals) o (reseller_id, account_id, charged, used, total)
    where o.charged > 0 and o.used >= 0 and o.used + o.charged >= o.total and (o.used < o.total or exists (
      select from lines l where l.reseller_id = o.reseller_id and l.account_id = o.account_id
        and l.state in ('installing', 'active', 'moving')
    ));
  if p_is_calm and cardinality(crossed_accounts) > 0 then
    raise exception 'the batch leaves somebody without bytes' using errcode = 'YX002';
  end if;

  -- Under their subscriptions' locks. Who has none meets others here in the order of owners as well.
  update traffic_days d set up_bytes = d.up_bytes + o.up, down_bytes = d.down_bytes + o.down
    from unnest(resellers, accounts, ups, downs, used) o (reseller_id, account_id, up, down, used)
    where d.reseller_id = o.reseller_id and d.day = this_day and d.account_id = o.account_id and o.up + o.down > 0 and o.used >= 0;
  get diagnostics raised = row_count;
  if is_first or raised < cardinality(accounts) then
    insert into traffic_days as d (day, reseller_id, account_id, up_bytes, down_bytes)
      select this_day, o.reseller_id, o.account_id, o.up, o.down
      from unnest(resellers, accounts, ups, downs, used) o (reseller_id, account_id, up, down, used)
      where o.up + o.down > 0 and (o.used < 0 or not exists (
        select from traffic_days t where t.reseller_id = o.reseller_id and t.day = this_day and t.account_id = o.account_id))
      on conflict (reseller_id, day, account_id) do update set up_bytes = d.up_bytes + excluded.up_bytes,
        down_bytes = d.down_bytes + excluded.down_bytes;
  end if;
  if is_first then
    insert into traffic_firsts (reseller_id, account_id, first_at)
      select o.reseller_id, o.account_id, this_hour from unnest(resellers, accounts, ups, downs) o (reseller_id, account_id, up, down)
      where o.up + o.down > 0
      on conflict do nothing;
  end if;

  return query
    select b.at::integer, b.refused, b.duplicate, crossed_resellers, crossed_accounts,
      coalesce(l.cut, '{}'), coalesce(l.numbers, '{}'), coalesce(l.bytes, '{}')
    from unnest(refusals, duplicates) with ordinality b (refused, duplicate, at)
    left join traffic_left(places, numbers, runs, line_resellers, line_accounts, rates, resellers, accounts, charges, used, totals) l
      on l.place = b.at;
end $$;
