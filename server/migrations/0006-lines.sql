-- Nodes, lines and traffic. docs/node-api.md tells what travels between a node and the server.

-- Nodes are the platform's. One with a reseller serves that reseller's users alone.
create table nodes (
  id integer generated always as identity primary key,
  reseller_id integer references resellers,
  name text not null check (char_length(name) between 1 and 40),
  -- ISO 3166 code: the screens show flag and name by it.
  region text not null check (region ~ '^[A-Z]{2}$'),
  -- Where clients connect. With shadowsocks under our agent, every line has a port of its own from `port` upwards.
  address text not null check (address ~ '^[A-Za-z0-9.:-]{1,253}$'),
  port integer not null check (port between 1 and 65535),
  protocol text not null check (protocol in ('vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2', 'tuic', 'anytls')),
  -- What a client needs to know; contract/node-settings.ts checks it.
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- What only the node may know (keys of REALITY and the like), sealed.
  sealed_secrets bytea,
  -- Used traffic counts this many hundredths.
  rate_percent integer not null default 100 check (rate_percent between 0 and 10000),
  -- Lines it takes.
  capacity integer not null default 1000 check (capacity between 1 and 100000),
  -- Its connection to the world: a batch that claims more than this could carry is refused.
  speed_mbps integer not null default 1000 check (speed_mbps between 1 and 400000),
  -- Which speed modes it suits best.
  suits text[] not null default '{}' check (suits <@ array['game', 'video', 'saver']),
  -- `agent` is our own program; `uniproxy` a foreign one, which cuts nobody and may count a retried push twice.
  connection text not null default 'agent' check (connection in ('agent', 'uniproxy')),
  in_maintenance boolean not null default false,
  -- Counts changes of its lines and settings; taken under this row's lock, so a reader that has seen it missed nothing.
  revision bigint not null default 1,
  settings_revision bigint not null default 1,
  -- One use, then gone.
  enrol_hash bytea unique,
  enrol_expires_at timestamptz,
  -- Every enrolment counts it up: of two agents of one node, the older one is told to stop.
  epoch integer not null default 0,
  uniproxy_hash bytea unique,
  -- Of the sandbox: nothing runs there. Production does not start beside one.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((enrol_hash is null) = (enrol_expires_at is null))
);
create unique index nodes_name on nodes (name) where removed_at is null;

-- What agents sign with. Earlier ones stay, so that an agent that was replaced can be told so and nobody else.
create table node_keys (
  node_id integer not null references nodes,
  epoch integer not null check (epoch > 0),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  primary key (node_id, epoch)
);

-- What a node last said of itself; apart from `nodes`, which lines lock.
create table node_states (
  node_id integer primary key references nodes,
  seen_at timestamptz not null,
  boot_id text not null default '' check (char_length(boot_id) <= 100),
  engine text not null default 'unknown' check (engine in ('unknown', 'running', 'starting', 'down')),
  applied_revision bigint not null default 0,
  agent_version text not null default '' check (char_length(agent_version) <= 60),
  cpu_percent integer check (cpu_percent between 0 and 100),
  memory_percent integer check (memory_percent between 0 and 100),
  online_users integer not null default 0 check (online_users >= 0),
  connections integer not null default 0 check (connections >= 0),
  up_bps bigint not null default 0 check (up_bps >= 0),
  down_bps bigint not null default 0 check (down_bps >= 0)
);

-- One user's access on one node. A move ends one row and begins another, so traffic never changes its node.
create table lines (
  id uuid primary key default gen_random_uuid(),
  -- What engines and foreign agents know a line by.
  number bigint generated always as identity unique,
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null references nodes,
  -- Counts credentials.
  generation integer not null default 1 check (generation > 0),
  sealed_credential bytea not null,
  port integer check (port between 1 and 65535),
  state text not null check (state in ('installing', 'active', 'suspended', 'moving', 'failed', 'removed')),
  reason text check (reason in ('paused', 'expired', 'quota', 'limit', 'node')),
  -- The node's revision at its last change.
  revision bigint not null,
  -- Begin of the state installing or moving: without the node's word it fails after a while.
  state_since timestamptz not null,
  moved_from uuid,
  -- The owner was told that it will be uninstalled.
  warned_at timestamptz,
  created_at timestamptz not null,
  unique (reseller_id, id),
  unique (reseller_id, account_id, number),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade,
  foreign key (reseller_id, moved_from) references lines (reseller_id, id) on delete set null (moved_from),
  constraint lines_reason check ((state = 'suspended') = (reason is not null))
);
create unique index lines_one_per_node on lines (reseller_id, account_id, node_id) where state <> 'removed';
create unique index lines_port on lines (node_id, port) where state <> 'removed' and port is not null;
create index lines_account on lines (reseller_id, account_id) where state <> 'removed';
create index lines_revision on lines (node_id, revision);
-- How full a node is.
create index lines_placed on lines (node_id) where state not in ('failed', 'removed');
create index lines_moved on lines (reseller_id, moved_from) where moved_from is not null;
create index lines_removed on lines (state_since) where state = 'removed';
-- What a node's next report may bring to work.
create index lines_pending on lines (node_id, revision) where state in ('installing', 'moving');
create index lines_waiting on lines (state_since) where state in ('installing', 'moving');
create index subscriptions_end on subscriptions (expires_at) where expires_at is not null;

-- The address of a user's subscription: derived from the key and this count, found by its hash.
create table subscription_links (
  reseller_id integer not null,
  account_id bigint not null,
  generation integer not null default 1,
  token_hash bytea not null unique,
  primary key (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);

-- Who is connected from where; counts devices. May be forgotten.
create unlogged table line_addresses (
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null,
  address inet not null,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (reseller_id, account_id, address, node_id)
);
create index line_addresses_age on line_addresses (seen_at);

-- Traffic --------------------------------------------------------------------------------------------------------

-- A row here and the bytes it brought are one transaction: a batch sent again adds nothing.
create table traffic_batches (
  -- No foreign key: its check would hold the node's row before the subscriptions' rows, against the order of all locks.
  node_id integer not null,
  batch_id text not null check (octet_length(batch_id) between 8 and 100),
  boot_id text not null default '' check (char_length(boot_id) <= 100),
  seq bigint not null default 0,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  received_at timestamptz not null,
  primary key (node_id, batch_id)
);
create index traffic_batches_age on traffic_batches (received_at);

-- Bytes as the engine counted them, and as they were charged at the node's rate. Hours begin as clocks of the business
-- time zone show them. No foreign keys: bytes stay bytes when their line or account is gone.
create table traffic_hours (
  hour timestamptz not null,
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  charged_bytes bigint not null check (charged_bytes >= 0),
  primary key (reseller_id, account_id, hour, node_id)
) partition by range (hour);

-- The same by business day, for ranks.
create table traffic_days (
  day date not null,
  reseller_id integer not null,
  account_id bigint not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  primary key (reseller_id, day, account_id)
) partition by range (day);

-- Makes one month's partition of a traffic table when it is missing. Attached, not created in place: that waits for no
-- batch and keeps none waiting.
create function traffic_make_partition(p_table text, p_month date) returns void language plpgsql as $$
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
  execute format('create table %I (like %I including defaults including constraints)', partition_name, p_table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, partition_name, first_bound, end_bound);
end $$;

-- Drops what lies wholly before a time, and tells how many tables. It must be alone with the table for a moment: rather
-- than let every batch queue up behind a long reader, it gives up.
create function traffic_drop_partitions(p_before timestamptz) returns integer language plpgsql as $$
declare
  old_name text;
  dropped integer := 0;
begin
  perform set_config('lock_timeout', '3s', true);
  for old_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('traffic_hours'::regclass, 'traffic_days'::regclass)
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= p_before at time zone 'UTC'
    order by c.relname
  loop
    execute format('drop table %I', old_name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Counts one batch of a node, whole or not at all, in one round trip. Position i of the arrays is one line's bytes.
-- Locks are taken in this order by everybody: subscriptions by owner, then (in settling) lines and nodes by id.
--
-- `p_repeat_seconds` is for agents without batch ids, whose batch is named by the hash of its content: the same content
-- counts again when so much time has passed. A refusal is an answer, not an exception, and has written nothing.
-- `crossed_…` are owners to settle: their bytes ran out and a line of theirs does not know yet.
create function traffic_ingest(
  p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer,
  p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz, p_time_zone text,
  out refused text, out duplicate boolean, out crossed_resellers integer[], out crossed_accounts bigint[],
  out cut_numbers bigint[], out left_numbers bigint[], out left_bytes bigint[]
) language plpgsql as $$
declare
  rate integer;
  speed integer;
  claimed numeric;
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
    -- In numeric: what a liar sends may not fit a bigint.
    select coalesce(sum(i.up::numeric + i.down), 0) into claimed from unnest(p_ups, p_downs) i (up, down);
    -- Half as much again as the connection carries (125000 bytes a second are 1 Mbps), and what a short batch may hold.
    if claimed > speed::numeric * p_seconds * 187500 + 67108864 then
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

-- Ranks are worked out every few minutes, not when somebody looks: bench/traffic-rank.ts has the figures. Both tables
-- may be forgotten, and hold no name.
create unlogged table traffic_ranks (
  reseller_id integer not null references resellers,
  range text not null check (range in ('today', 'week', 'month')),
  -- Business days, both included.
  first_day date not null,
  last_day date not null,
  ranked_at timestamptz not null,
  took_ms integer not null,
  users integer not null,
  top_accounts bigint[] not null,
  top_bytes bigint[] not null,
  primary key (reseller_id, range)
);
-- Everybody's bytes, most first, in pieces of 1000: a thousandth of the rows that one for each user would be, and still
-- exact for whoever asks for his place.
create unlogged table traffic_rank_pieces (
  reseller_id integer not null,
  range text not null,
  piece integer not null,
  least_bytes bigint not null,
  bytes bigint[] not null,
  primary key (reseller_id, range, piece),
  foreign key (reseller_id, range) references traffic_ranks on delete cascade
);

create function traffic_rank(
  p_reseller_id integer, p_range text, p_first_day date, p_last_day date, p_now timestamptz
) returns void language plpgsql set work_mem = '256MB' as $$
declare
  started_at timestamptz := clock_timestamp();
begin
  delete from traffic_ranks r where r.reseller_id = p_reseller_id and r.range = p_range;
  insert into traffic_ranks (reseller_id, range, first_day, last_day, ranked_at, took_ms, users, top_accounts, top_bytes)
    values (p_reseller_id, p_range, p_first_day, p_last_day, p_now, 0, 0, '{}', '{}');
  with sums as materialized (
    select d.account_id, sum(d.up_bytes + d.down_bytes)::bigint as bytes from traffic_days d
    where d.reseller_id = p_reseller_id and d.day between p_first_day and p_last_day
    group by d.account_id having sum(d.up_bytes + d.down_bytes) > 0
  ), top as materialized (
    select s.account_id, s.bytes from sums s order by s.bytes desc, s.account_id limit 100
  ), everybody as materialized (
    select array_agg(s.bytes order by s.bytes desc) as bytes, count(*)::integer as users from sums s
  ), pieces as (
    insert into traffic_rank_pieces (reseller_id, range, piece, least_bytes, bytes)
    select p_reseller_id, p_range, i, e.bytes[least(i * 1000 + 1000, e.users)], e.bytes[i * 1000 + 1 : i * 1000 + 1000]
    from everybody e, generate_series(0, (e.users - 1) / 1000) i
    where e.users > 0
  )
  update traffic_ranks r set users = e.users,
    top_accounts = array(select t.account_id from top t order by t.bytes desc, t.account_id),
    top_bytes = array(select t.bytes from top t order by t.bytes desc, t.account_id)
    from everybody e where r.reseller_id = p_reseller_id and r.range = p_range;
  update traffic_ranks r set took_ms = 1000 * extract(epoch from clock_timestamp() - started_at)
    where r.reseller_id = p_reseller_id and r.range = p_range;
end $$;
