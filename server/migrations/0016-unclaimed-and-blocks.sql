-- Money that arrives for somebody who is gone, the operator's block of an account, and what a node may claim.
-- docs/money.md numbers the invariants that the constraints below carry.

-- A new kind of claim: `unclaimed` is what came for an account after its deletion.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_owner,
  drop constraint ledger_accounts_sign,
  add constraint ledger_accounts_kind_check check (kind in
    ('user', 'commission_pending', 'commission', 'hold', 'unclaimed', 'reseller', 'receivable', 'liability', 'cards', 'platform', 'outside')),
  add constraint ledger_accounts_owner check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold', 'unclaimed') then reseller_id is not null and account_id is not null
      when kind in ('reseller', 'receivable', 'liability', 'cards') then reseller_id is not null and account_id is null
      else reseller_id is null and account_id is null
    end
  ),
  -- M4
  add constraint ledger_accounts_sign check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold', 'unclaimed', 'reseller', 'cards') then balance_fen >= 0
      when kind in ('receivable', 'liability') then balance_fen <= 0
      else true
    end
  );

drop function ledger_post(text, bytea, text, integer, jsonb, timestamptz, text[], integer[], bigint[], bigint[], text[]);
create function ledger_post(
  p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamptz,
  p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[],
  out transaction_id bigint, out repeated boolean, out refused text, out unclaimed_accounts bigint[]
) language plpgsql as $$
declare
  leg_codes text[];
  known_codes text[];
  ids bigint[];
  codes text[];
  kinds text[];
  owners integer[];
  balances bigint[];
  deltas bigint[];
  first_hash bytea;
  -- Of the platform's own accounts, by chance of the key: a retry takes the same.
  stripe integer := hashtext(p_key) & 15;
  place integer;
  reseller_place integer;
  part bigint;
  mode text;
  credit_limit bigint;
begin
  repeated := false;
  unclaimed_accounts := '{}';
  select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
  if found then
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;

  -- Who is gone can spend nothing: what still arrives waits where a person can give it back.
  select coalesce(array_agg(p_accounts[i]) filter (where gone.is_gone), '{}'),
      coalesce(array_agg(case when gone.is_gone then 'unclaimed' else p_kinds[i] end order by i), p_kinds)
    into unclaimed_accounts, p_kinds
    from generate_subscripts(p_kinds, 1) i cross join lateral (
      select p_kinds[i] in ('user', 'commission') and p_amounts[i] > 0 and exists (
        select from accounts a where a.reseller_id = p_resellers[i] and a.id = p_accounts[i] and a.deleted_at is not null
      ) as is_gone
    ) gone;

  -- An order that cost nobody anything has no legs, and a transaction all the same.
  select coalesce(array_agg(
      p_kinds[i] || coalesce(':' || p_resellers[i]::text, '') || coalesce(':' || p_accounts[i]::text, '')
        || case when p_kinds[i] in ('platform', 'outside') and stripe > 0 then '#' || stripe::text else '' end order by i), '{}')
    into leg_codes from generate_subscripts(p_kinds, 1) i;
  -- A reseller's balance, its debt and a released liability move together, so their accounts are locked together.
  select coalesce(array_agg(distinct needed.code), '{}') into known_codes from (
    select unnest(leg_codes) as code
    union
    select tied.kind || ':' || p_resellers[i]::text
      from generate_subscripts(p_kinds, 1) i, (values ('reseller'), ('receivable')) tied (kind)
      where p_kinds[i] = 'reseller' or p_modes[i] = 'release'
  ) needed;
  if (select count(*) from ledger_accounts a where a.code = any (known_codes)) < cardinality(known_codes) then
    insert into ledger_accounts (kind, reseller_id, account_id, stripe)
      select split_part(split_part(c, '#', 1), ':', 1), nullif(split_part(c, ':', 2), '')::integer,
        nullif(split_part(c, ':', 3), '')::bigint, coalesce(nullif(split_part(c, '#', 2), '')::integer, 0)
      from unnest(known_codes) c
      where not exists (select from ledger_accounts a where a.code = c)
      order by c
      on conflict (code) do nothing;
  end if;

  select coalesce(array_agg(locked.id), '{}'), coalesce(array_agg(locked.code), '{}'), array_agg(locked.kind),
      array_agg(locked.reseller_id), array_agg(locked.balance_fen), array_agg(0::bigint)
    into ids, codes, kinds, owners, balances, deltas
    from (select * from ledger_accounts a where a.code = any (known_codes) order by a.id for no key update) locked;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] <> 'release' then
      place := array_position(codes, leg_codes[i]);
      deltas[place] := deltas[place] + p_amounts[i];
    end if;
  end loop;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] = 'release' then
      place := array_position(codes, leg_codes[i]);
      reseller_place := array_position(codes, 'reseller:' || p_resellers[i]::text);
      part := least(p_amounts[i], greatest(0, -(balances[place] + deltas[place])));
      deltas[place] := deltas[place] + part;
      deltas[reseller_place] := deltas[reseller_place] + p_amounts[i] - part;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] = 'reseller' then
      place := array_position(codes, 'receivable:' || owners[i]::text);
      if deltas[i] > 0 then
        part := least(deltas[i], -balances[place]);
        deltas[i] := deltas[i] - part;
        deltas[place] := deltas[place] + part;
      elsif balances[i] + deltas[i] < 0 then
        part := -(balances[i] + deltas[i]);
        select max(p_modes[j]) into mode from generate_subscripts(p_kinds, 1) j
          where p_kinds[j] = 'reseller' and p_resellers[j] = owners[i];
        select r.credit_limit_fen into credit_limit from resellers r where r.id = owners[i];
        if coalesce(mode, '') = '' or (mode = 'owe' and part - balances[place] > credit_limit) then
          refused := 'reseller_short';
          return;
        end if;
        deltas[i] := deltas[i] + part;
        deltas[place] := deltas[place] - part;
      end if;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] in ('user', 'commission', 'commission_pending', 'hold', 'unclaimed') and balances[i] + deltas[i] < 0 then
      refused := kinds[i] || '_short';
      return;
    end if;
  end loop;

  -- Only now, under the locks: the ids of one account's transactions then rise in the order of its balances.
  insert into ledger_transactions (key, input_hash, kind, reseller_id, memo, created_at)
    values (p_key, p_hash, p_kind, p_reseller_id, p_memo, p_now)
    on conflict (key) do nothing returning id into transaction_id;
  if transaction_id is null then
    select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;
  insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
    select ledger_post.transaction_id, ids[i], deltas[i], balances[i] + deltas[i]
    from generate_subscripts(ids, 1) i where deltas[i] <> 0;
  update ledger_accounts a set balance_fen = balances[i] + deltas[i]
    from generate_subscripts(ids, 1) i where a.id = ids[i] and deltas[i] <> 0;
end $$;

-- What somebody gave up is what there was when he said so: more that came later ends the waiver.
alter table accounts add column waived_fen bigint check (waived_fen >= 0);

-- A block by the operator, not the user's own pause; its time is banked without a limit.
alter table accounts
  add column blocked_at timestamptz,
  add column blocked_reason text check (char_length(blocked_reason) between 1 and 200),
  add constraint accounts_block check ((blocked_at is null) = (blocked_reason is null));
alter table pauses add column is_block boolean not null default false;

-- Two engines cannot listen on one port. Nodes from before this rule keep what they have.
alter table nodes add column shares_port boolean not null default false;
update nodes n set shares_port = true where exists (
  select from nodes o where o.id <> n.id and lower(o.address) = lower(n.address) and o.port = n.port
);
create unique index nodes_port on nodes (lower(address), port, (protocol in ('hysteria2', 'tuic')))
  where removed_at is null and not shares_port;

-- Up to when a node's batches have told of its time.
create table node_clocks (
  node_id integer primary key references nodes,
  counted_until timestamptz not null
);

create or replace function traffic_ingest(p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer, p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone, p_time_zone text, OUT refused text, OUT duplicate boolean, OUT crossed_resellers integer[], OUT crossed_accounts bigint[], OUT cut_numbers bigint[], OUT left_numbers bigint[], OUT left_bytes bigint[])

 returns record language plpgsql as $$
declare
  rate integer;
  speed integer;
  claimed numeric;
  counted_from timestamptz;
  allowed_seconds numeric;
  up_total bigint;
  down_total bigint;
  resellers integer[];
  accounts bigint[];
  ups bigint[];
  downs bigint[];
  charges bigint[];
  this_hour timestamptz := date_trunc('hour', p_now, p_time_zone);
  this_day date := (p_now at time zone p_time_zone)::date;
begin
  crossed_resellers := '{}';
  crossed_accounts := '{}';
  select n.rate_percent, n.speed_mbps into strict rate, speed from nodes n where n.id = p_node_id;
  duplicate := exists (
    select from traffic_batches b where b.node_id = p_node_id and b.batch_id = p_batch_id
      and (p_repeat_seconds is null or b.received_at > p_now - make_interval(secs => p_repeat_seconds))
  );

  if not duplicate then
    -- A node is believed no more seconds than have passed since what it has told of before, or since it was enrolled. What
    -- waited on the node while the way was shut comes batch by batch and uses that time up.
    insert into node_clocks as c (node_id, counted_until)
      select p_node_id, coalesce(
        (select max(b.received_at) from traffic_batches b where b.node_id = p_node_id),
        (select max(k.created_at) from node_keys k where k.node_id = p_node_id),
        (select n.created_at from nodes n where n.id = p_node_id))
      on conflict (node_id) do nothing;
    select c.counted_until into strict counted_from from node_clocks c where c.node_id = p_node_id for no key update;
    -- A minute, since its clock is not ours.
    allowed_seconds := least(p_seconds, greatest(0, extract(epoch from p_now - counted_from)) + 60);
    -- In numeric: what a liar sends may not fit a bigint.
    select coalesce(sum(i.up::numeric + i.down), 0) into claimed from unnest(p_ups, p_downs) i (up, down);
    -- Half as much again as the connection carries (125000 bytes a second are 1 Mbps), and what a short batch may hold.
    if claimed > speed::numeric * allowed_seconds * 187500 + 67108864 then
      refused := 'impossible';
      return;
    end if;
    if exists (
      select from unnest(p_numbers) i (number)
      where not exists (select from lines l where l.number = i.number and l.node_id = p_node_id)
    ) then
      refused := 'foreign';
      return;
    end if;

    select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}'),
        array_agg(o.up), array_agg(o.down), array_agg(o.charged), coalesce(sum(o.up), 0), coalesce(sum(o.down), 0)
      into resellers, accounts, ups, downs, charges, up_total, down_total
      from (
        select l.reseller_id, l.account_id, sum(i.up)::bigint as up, sum(i.down)::bigint as down,
          sum(ceil((i.up + i.down) * rate / 100))::bigint as charged
        from (
          select t.number, sum(t.up) as up, sum(t.down) as down
          from unnest(p_numbers, p_ups, p_downs) t (number, up, down) group by t.number
        ) i join lines l on l.number = i.number
        where i.up + i.down > 0
        group by l.reseller_id, l.account_id
        order by l.reseller_id, l.account_id
      ) o;

    -- Before any lock: who waits for a month's new tables must hold nothing.
    perform traffic_make_partition('traffic_hours', date_trunc('month', this_hour at time zone 'UTC')::date);
    perform traffic_make_partition('traffic_days', date_trunc('month', this_day)::date);
    insert into traffic_batches as b (node_id, batch_id, boot_id, seq, up_bytes, down_bytes, received_at)
      values (p_node_id, p_batch_id, p_boot_id, p_seq, up_total, down_total, p_now)
      on conflict (node_id, batch_id) do update set received_at = excluded.received_at, seq = excluded.seq,
        up_bytes = b.up_bytes + excluded.up_bytes, down_bytes = b.down_bytes + excluded.down_bytes
        where b.received_at <= p_now - make_interval(secs => p_repeat_seconds);
    duplicate := not found;
    if not duplicate then
      update node_clocks c set counted_until = least(p_now, counted_from + make_interval(secs => allowed_seconds::double precision))
        where c.node_id = p_node_id;
    end if;
  end if;

  if not duplicate then
    perform from subscriptions s
      where (s.reseller_id, s.account_id) in (select o.r, o.a from unnest(resellers, accounts) o (r, a))
      order by s.reseller_id, s.account_id for no key update;
    with counted as (
      update subscriptions s set used_bytes = s.used_bytes + o.charged
      from unnest(resellers, accounts, charges) o (reseller_id, account_id, charged)
      where s.reseller_id = o.reseller_id and s.account_id = o.account_id and o.charged > 0
      returning s.reseller_id, s.account_id, s.used_bytes, s.total_bytes, s.used_bytes - o.charged as used_before
    )
    select coalesce(array_agg(c.reseller_id), '{}'), coalesce(array_agg(c.account_id), '{}')
      into crossed_resellers, crossed_accounts
      from counted c
      where c.used_bytes >= c.total_bytes and (c.used_before < c.total_bytes or exists (
        select from lines l where l.reseller_id = c.reseller_id and l.account_id = c.account_id
          and l.state in ('installing', 'active', 'moving')
      ));
    insert into traffic_hours as h (hour, reseller_id, account_id, node_id, up_bytes, down_bytes, charged_bytes)
      select this_hour, o.reseller_id, o.account_id, p_node_id, o.up, o.down, o.charged
      from unnest(resellers, accounts, ups, downs, charges) o (reseller_id, account_id, up, down, charged)
      on conflict (reseller_id, account_id, hour, node_id) do update set up_bytes = h.up_bytes + excluded.up_bytes,
        down_bytes = h.down_bytes + excluded.down_bytes, charged_bytes = h.charged_bytes + excluded.charged_bytes;
    insert into traffic_days as d (day, reseller_id, account_id, up_bytes, down_bytes)
      select this_day, o.reseller_id, o.account_id, o.up, o.down
      from unnest(resellers, accounts, ups, downs) o (reseller_id, account_id, up, down)
      on conflict (reseller_id, day, account_id) do update set up_bytes = d.up_bytes + excluded.up_bytes,
        down_bytes = d.down_bytes + excluded.down_bytes;
  end if;

  select coalesce(array_agg(l.number) filter (
        where l.state not in ('installing', 'active', 'moving') or s.used_bytes is null or s.used_bytes >= s.total_bytes), '{}'),
      coalesce(array_agg(l.number), '{}'),
      coalesce(array_agg(case when rate > 0 then
        -- As far as JSON counts: at a small rate it may be more.
        least(floor(greatest(0, coalesce(s.total_bytes - s.used_bytes, 0))::numeric * 100 / rate), 9007199254740991)::bigint end), '{}')
    into cut_numbers, left_numbers, left_bytes
    from lines l left join subscriptions s on s.reseller_id = l.reseller_id and s.account_id = l.account_id
    where l.number = any (p_numbers) and l.node_id = p_node_id;
end $$;
