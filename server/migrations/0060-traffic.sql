-- suits: 0.2.0
-- When a line carried bytes: `begun_at` is the first after a pause or after the feed was fetched, `seen_at` the last, to
-- the minute. A table of its own, without a rule that would lock lines: whoever changes lines holds their rows.
create table line_contacts (
  reseller_id integer not null,
  account_id bigint not null,
  line_number bigint not null,
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (reseller_id, account_id, line_number)
) with (fillfactor = 50);
create index line_contacts_age on line_contacts (seen_at);

-- Under the lock of the node's clock, and a line has one node: no two batches meet in a row. A row is written once a
-- minute, or at once when the feed was fetched since, so that whoever has just imported it is told of the first byte.
create function traffic_note_contacts(
  p_numbers bigint[], p_resellers integer[], p_accounts bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into line_contacts as k (reseller_id, account_id, line_number, begun_at, seen_at)
    select o.reseller_id, o.account_id, o.number,
      case when c.seen_at > p_now - interval '5 minutes' and not f.is_new then c.begun_at else p_now end, p_now
    from unnest(p_numbers, p_resellers, p_accounts, p_ups, p_downs) o (number, reseller_id, account_id, up, down)
    left join line_contacts c on c.reseller_id = o.reseller_id and c.account_id = o.account_id and c.line_number = o.number
    cross join lateral (
      select exists (select from feed_visits v where v.reseller_id = o.reseller_id and v.account_id = o.account_id
        and v.fetched_at > c.seen_at) as is_new
    ) f
    where o.up + o.down > 0 and (c.seen_at is null or c.seen_at <= p_now - interval '1 minute' or f.is_new)
    on conflict (reseller_id, account_id, line_number) do update set begun_at = excluded.begun_at, seen_at = excluded.seen_at;
end $$;

-- As before, and notes the contacts.
create or replace function traffic_note_batch(
  p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer,
  p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz, p_hour timestamptz,
  out refused text, out duplicate boolean, out rate integer, out is_first boolean, out numbers bigint[], out runs boolean[],
  out resellers integer[], out accounts bigint[], out ups bigint[], out downs bigint[], out charges bigint[]
) language plpgsql as $$
declare
  speed integer;
  claimed numeric;
  counted_from timestamptz;
  allowed_seconds numeric;
  has_all boolean;
  is_plain boolean;
  raised integer;
  hour_resellers integer[];
  hour_accounts bigint[];
  hour_ups bigint[];
  hour_downs bigint[];
  hour_charges bigint[];
begin
  is_first := false;
  select n.rate_percent, n.speed_mbps into strict rate, speed from nodes n where n.id = p_node_id;
  duplicate := exists (
    select from traffic_batches b where b.node_id = p_node_id and b.batch_id = p_batch_id
      and (p_repeat_seconds is null or b.received_at > p_now - make_interval(secs => p_repeat_seconds))
  );

  if not duplicate then
    -- A node is believed no more seconds than have passed since what it has told of before, or since it was enrolled. What
    -- waited on the node while the way was shut comes batch by batch and uses that time up.
    select c.counted_until into counted_from from node_clocks c where c.node_id = p_node_id for no key update;
    if not found then
      insert into node_clocks as c (node_id, counted_until)
        select p_node_id, coalesce(
          (select max(b.received_at) from traffic_batches b where b.node_id = p_node_id),
          (select max(k.created_at) from node_keys k where k.node_id = p_node_id),
          (select n.created_at from nodes n where n.id = p_node_id))
        on conflict (node_id) do nothing;
      select c.counted_until into strict counted_from from node_clocks c where c.node_id = p_node_id for no key update;
    end if;
    -- A minute, since its clock is not ours.
    allowed_seconds := least(p_seconds, greatest(0, extract(epoch from p_now - counted_from)) + 60);
    -- A sum of bigint is numeric: what a liar sends may not fit one.
    select coalesce(sum(i.up), 0) + coalesce(sum(i.down), 0) into claimed from unnest(p_ups, p_downs) i (up, down);
    -- Half as much again as the connection carries (125000 bytes a second are 1 Mbps), and what a short batch may hold.
    if claimed > speed::numeric * allowed_seconds * 187500 + 67108864 then
      refused := 'impossible';
      return;
    end if;
  end if;

  -- By an index in the order of numbers, which is the order of the batch: nothing is joined.
  select coalesce(array_agg(l.number), '{}'), coalesce(array_agg(l.state in ('installing', 'active', 'moving')), '{}'),
      coalesce(array_agg(l.reseller_id), '{}'), coalesce(array_agg(l.account_id), '{}'), coalesce(bool_and(l.state <> 'removed'), true)
    into numbers, runs, resellers, accounts, is_plain
    from (
      select l.number, l.state, l.reseller_id, l.account_id from lines l
      where l.number = any (p_numbers) and l.node_id = p_node_id order by l.number
    ) l;
  ups := p_ups;
  downs := p_downs;
  has_all := numbers = p_numbers;
  if not has_all then
    -- In another order, or with a line twice.
    select array_agg(i.number) = numbers, array_agg(i.up), array_agg(i.down) into has_all, ups, downs
      from (
        select t.number, sum(t.up)::bigint as up, sum(t.down)::bigint as down
        from unnest(p_numbers, p_ups, p_downs) t (number, up, down) group by t.number order by t.number
      ) i;
  end if;
  if not duplicate and not has_all then
    refused := 'foreign';
    return;
  end if;

  if not duplicate then
    insert into traffic_batches as b (node_id, batch_id, boot_id, seq, up_bytes, down_bytes, received_at)
      select p_node_id, p_batch_id, p_boot_id, p_seq, coalesce(sum(o.up), 0), coalesce(sum(o.down), 0), p_now
      from unnest(ups, downs) o (up, down)
      on conflict (node_id, batch_id) do update set received_at = excluded.received_at, seq = excluded.seq,
        up_bytes = b.up_bytes + excluded.up_bytes, down_bytes = b.down_bytes + excluded.down_bytes
        where b.received_at <= p_now - make_interval(secs => p_repeat_seconds);
    duplicate := not found;
  end if;
  if duplicate then
    ups := array_fill(0::bigint, array[cardinality(numbers)]);
    downs := ups;
    charges := ups;
    return;
  end if;
  update node_clocks c set counted_until = least(p_now, counted_from + make_interval(secs => allowed_seconds::double precision))
    where c.node_id = p_node_id;

  -- Every begun byte of the charge counts. Divided first, so that it fits a bigint at every rate.
  select coalesce(array_agg((o.up + o.down) / 100 * rate + ((o.up + o.down) % 100 * rate + 99) / 100), '{}'),
      is_plain and coalesce(bool_and(o.up + o.down > 0), true)
    into charges, is_plain from unnest(ups, downs) o (up, down);
  if is_plain then
    -- One line each: only what is removed leaves its owner's place on a node to another.
    hour_resellers := resellers;
    hour_accounts := accounts;
    hour_ups := ups;
    hour_downs := downs;
    hour_charges := charges;
  else
    select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}'), array_agg(o.up), array_agg(o.down),
        array_agg(o.charged)
      into hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges
      from (
        select i.reseller_id, i.account_id, sum(i.up)::bigint as up, sum(i.down)::bigint as down, sum(i.charged)::bigint as charged
        from unnest(resellers, accounts, ups, downs, charges) i (reseller_id, account_id, up, down, charged)
        where i.up + i.down > 0 group by i.reseller_id, i.account_id
      ) o;
  end if;

  -- First what is there: an upsert would lock each row before it raises it.
  update traffic_hours h set up_bytes = h.up_bytes + o.up, down_bytes = h.down_bytes + o.down,
      charged_bytes = h.charged_bytes + o.charged
    from unnest(hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges) o (reseller_id, account_id, up, down, charged)
    where h.reseller_id = o.reseller_id and h.account_id = o.account_id and h.hour = p_hour and h.node_id = p_node_id;
  get diagnostics raised = row_count;
  is_first := raised < cardinality(hour_accounts);
  if is_first then
    insert into traffic_hours as h (hour, reseller_id, account_id, node_id, up_bytes, down_bytes, charged_bytes)
      select p_hour, o.reseller_id, o.account_id, p_node_id, o.up, o.down, o.charged
      from unnest(hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges) o (reseller_id, account_id, up, down, charged)
      where raised = 0 or not exists (select from traffic_hours t where t.reseller_id = o.reseller_id
        and t.account_id = o.account_id and t.hour = p_hour and t.node_id = p_node_id);
  end if;
  insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', p_now), p_node_id, o.reseller_id, sum(o.up), sum(o.down)
    from unnest(hour_resellers, hour_ups, hour_downs) o (reseller_id, up, down) group by o.reseller_id order by o.reseller_id
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  perform traffic_note_contacts(numbers, resellers, accounts, ups, downs, p_now);
end $$;

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
