-- Batches that come while others are counted are counted together with the next ones. What each node told is noted batch by
-- batch; a user of several of them is locked, charged and added to his day once. Rows are raised in place: a page is filled by
-- half, so that all its rows have room for their next version and no index is written.
alter table subscriptions set (fillfactor = 50);

create or replace function traffic_make_partition(p_table text, p_month date) returns void language plpgsql as $$
declare
  partition_name text := p_table || '_' || to_char(p_month, 'YYYYMM');
  -- The same text reads as a date and as a time.
  first_bound text := p_month::text || ' 00:00:00+00';
  end_bound text := (p_month + interval '1 month')::date::text || ' 00:00:00+00';
begin
  if to_regclass(partition_name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('traffic partitions'));
  -- Not to_regclass again: it remembers that there was none, also after waiting for who makes it.
  if exists (select from pg_class c where c.relname = partition_name and c.relnamespace = current_schema()::regnamespace) then return; end if;
  execute format('create table %I (like %I including defaults including constraints) with (fillfactor = 50)', partition_name, p_table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, partition_name, first_bound, end_bound);
end $$;

do $$
declare
  partition_name text;
begin
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('traffic_hours'::regclass, 'traffic_days'::regclass)
  loop
    execute format('alter table %I set (fillfactor = 50)', partition_name);
  end loop;
end $$;

-- What concerns one node alone: whether the batch is new and can be, whose lines it names, and their bytes of the hour. The
-- node's clock is locked first, so that batches of one node come one after the other. Position i of the arrays is one line;
-- a batch that does not count has no bytes.
create function traffic_note_batch(
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
end $$;

-- What each batch is answered: which of its lines may no longer be used, and the bytes left for each. Lines meet their owners by
-- a hash: the planner thinks of ten of each, and would look at all owners for every line.
create function traffic_left(
  p_places integer[], p_numbers bigint[], p_runs boolean[], p_line_resellers integer[], p_line_accounts bigint[], p_rates integer[],
  p_resellers integer[], p_accounts bigint[], p_charges bigint[], p_used bigint[], p_totals bigint[]
) returns table (place integer, cut bigint[], numbers bigint[], bytes bigint[])
language plpgsql set enable_nestloop = off as $$
begin
  return query
    select i.place, array_agg(i.number) filter (where not i.runs or i.bytes = 0), array_agg(i.number),
      array_agg(case p_rates[i.place] when 0 then null when 100 then least(i.bytes, 9007199254740991)
        -- As far as JSON counts: at a small rate it may be more.
        else least(floor(i.bytes::numeric * 100 / p_rates[i.place]), 9007199254740991)::bigint end)
    from (
      select l.place, l.number, l.runs,
        case when o.used < 0 or o.used + o.charged >= o.total then 0 else o.total - o.used - o.charged end as bytes
      from unnest(p_places, p_numbers, p_runs, p_line_resellers, p_line_accounts) l (place, number, runs, reseller_id, account_id)
      join unnest(p_resellers, p_accounts, p_charges, p_used, p_totals) o (reseller_id, account_id, charged, used, total)
        on o.reseller_id = l.reseller_id and o.account_id = l.account_id
    ) i group by i.place;
end $$;

-- Counts batches of nodes, each whole or not at all, in one round trip. `p_sizes` tells how many of the lines are each one's;
-- `place` is a batch's position. Locks are taken in this order by everybody: clocks by node, subscriptions by owner, then (in
-- settling) lines and nodes by id.
--
-- `p_repeats` is for agents without batch ids, whose batch is named by the hash of its content: the same content counts again
-- when so many seconds have passed. A refusal is an answer, not an exception, and has written nothing. `crossed_…` are owners
-- to settle: their bytes ran out and a line of theirs does not know yet. Whoever cannot settle (`p_is_calm`) gets an error
-- instead, and nothing is counted.
create function traffic_ingest_many(
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
  update subscriptions s set used_bytes = s.used_bytes + o.charged
    from unnest(resellers, accounts, charges) o (reseller_id, account_id, charged)
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

-- For the release before, while both run.
create or replace function traffic_ingest(
  p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer,
  p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz, p_time_zone text,
  out refused text, out duplicate boolean, out crossed_resellers integer[], out crossed_accounts bigint[],
  out cut_numbers bigint[], out left_numbers bigint[], out left_bytes bigint[]
) language plpgsql as $$
begin
  select m.refused, m.duplicate, m.crossed_resellers, m.crossed_accounts, m.cut_numbers, m.left_numbers, m.left_bytes
    into refused, duplicate, crossed_resellers, crossed_accounts, cut_numbers, left_numbers, left_bytes
    from traffic_ingest_many(array[p_node_id], array[p_batch_id], array[p_boot_id], array[p_seq], array[p_seconds],
      array[p_repeat_seconds], array[cardinality(p_numbers)], p_numbers, p_ups, p_downs, p_now, p_time_zone, false) m;
end $$;

-- The batches themselves write what these wrote.
drop trigger traffic_hours_added on traffic_hours;
drop trigger traffic_hours_raised on traffic_hours;
