-- The monitor: who may look, what is recorded for it, alerts that end, and the events its streams tell.

create table monitors (
  id integer generated always as identity primary key,
  -- Null: sees every reseller; else this one alone.
  reseller_id integer references resellers,
  user_name text not null check (user_name ~ '^[A-Za-z0-9_.@-]{1,40}$'),
  password_hash text not null,
  -- Sealed; null without a second factor.
  totp_secret bytea,
  -- The last 30-second step whose code was used: a code is good once.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create unique index monitors_name on monitors (lower(user_name));

create table monitor_sessions (
  id uuid primary key default gen_random_uuid(),
  monitor_id integer not null references monitors,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  address inet,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index monitor_sessions_monitor on monitor_sessions (monitor_id) where revoked_at is null;
create index monitor_sessions_age on monitor_sessions (seen_at);

-- Alerts ---------------------------------------------------------------------------------------------------------

-- A watched alert ends when its trouble does; any other when somebody acknowledges it. Until then the same trouble
-- with the same thing is one alert. `created_at` is when it was first seen.
alter table alerts
  add column severity text not null default 'warning' check (severity in ('warning', 'critical')),
  add column is_watched boolean not null default false,
  add column times integer not null default 1 check (times > 0),
  add column last_seen_at timestamptz,
  -- The trouble has not been seen since; set back when it returns before it counts as ended.
  add column well_since timestamptz,
  add column resolved_at timestamptz,
  -- When operators were told of its begin and of its end by mail; webhooks are jobs of their own.
  add column notified_at timestamptz,
  add column recovery_notified_at timestamptz;
update alerts set last_seen_at = created_at, resolved_at = acknowledged_at, notified_at = created_at;
alter table alerts
  alter column last_seen_at set not null,
  add check (is_watched or well_since is null);
drop index alerts_open;
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_untold on alerts (id)
  where notified_at is null or (resolved_at is not null and recovery_notified_at is null and is_watched);
create index alerts_of_nodes on alerts (subject, created_at) where kind in ('node.silent', 'node.engine_down');

-- Events ---------------------------------------------------------------------------------------------------------

-- What streams must tell without a gap. Written by triggers, in the transaction of what they tell. Transactions end in
-- another order than they begin, so a number given at the insert would let a reader pass one that is still to come:
-- `id` stays null until a reader numbers all that has come, under a lock that is held until its own end.
create table monitor_events (
  key bigint generated always as identity primary key,
  id bigint unique,
  reseller_id integer,
  kind text not null check (kind in ('alert', 'maintenance')),
  data jsonb not null,
  created_at timestamptz not null
);
create index monitor_events_fresh on monitor_events (key) where id is null;
create index monitor_events_age on monitor_events (created_at);
create sequence monitor_event_ids;

create function number_monitor_events() returns integer language plpgsql as $$
declare numbered integer;
begin
  -- Any constant will do. Writers never take it, so they never wait for a reader.
  perform pg_advisory_xact_lock(7206140312);
  with fresh as materialized (
    select f.key, nextval('monitor_event_ids') as id
      from (select key from monitor_events where id is null order by key) f
  )
  update monitor_events e set id = fresh.id from fresh where e.key = fresh.key;
  get diagnostics numbered = row_count;
  return numbered;
end $$;

create function tell_alert() returns trigger language plpgsql as $$
declare change text;
begin
  change := case
    when tg_op = 'INSERT' then 'raised'
    when new.acknowledged_at is distinct from old.acknowledged_at then 'acknowledged'
    else 'resolved'
  end;
  insert into monitor_events (reseller_id, kind, data, created_at)
  values (new.reseller_id, 'alert', jsonb_build_object('change', change, 'alert', to_jsonb(new)),
    coalesce(new.resolved_at, new.acknowledged_at, new.created_at));
  perform pg_notify('monitor_event', '');
  return null;
end $$;
create trigger alerts_told after insert on alerts for each row execute function tell_alert();
-- Seen again, or told by mail, is no news.
create trigger alerts_changed after update on alerts for each row
  when (new.resolved_at is distinct from old.resolved_at or new.acknowledged_at is distinct from old.acknowledged_at)
  execute function tell_alert();

-- Nodes over time ------------------------------------------------------------------------------------------------

create table node_maintenances (
  id bigint generated always as identity primary key,
  node_id integer not null references nodes,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at)
);
create unique index node_maintenances_open on node_maintenances (node_id) where ended_at is null;
create index node_maintenances_age on node_maintenances (started_at);

create function tell_maintenance() returns trigger language plpgsql as $$
begin
  if new.in_maintenance then
    insert into node_maintenances (node_id, started_at) values (new.id, clock_timestamp());
  else
    update node_maintenances set ended_at = clock_timestamp() where node_id = new.id and ended_at is null;
  end if;
  insert into monitor_events (reseller_id, kind, data, created_at)
  values (new.reseller_id, 'maintenance',
    jsonb_build_object('nodeId', new.id, 'nodeName', new.name, 'on', new.in_maintenance), clock_timestamp());
  perform pg_notify('monitor_event', '');
  return null;
end $$;
create trigger nodes_maintenance after update on nodes for each row
  when (new.in_maintenance is distinct from old.in_maintenance) execute function tell_maintenance();

-- One row per node and minute; a minute in which a node was found down at any moment is a minute down. Minutes in
-- which no server ran have no row: they say nothing about the node.
create table node_minutes (
  node_id integer not null references nodes,
  minute timestamptz not null,
  state text not null check (state in ('up', 'down', 'maintenance')),
  online_users integer not null default 0,
  up_bps bigint not null default 0,
  down_bps bigint not null default 0,
  -- In the sum of its day.
  is_counted boolean not null default false,
  primary key (node_id, minute)
);
create index node_minutes_age on node_minutes using brin (minute);
create index node_minutes_fresh on node_minutes (minute) where not is_counted;

-- By business day, for the bars of the status page.
create table node_days (
  node_id integer not null references nodes,
  day date not null,
  up_minutes integer not null default 0,
  down_minutes integer not null default 0,
  maintenance_minutes integer not null default 0,
  primary key (node_id, day)
);

-- Bytes by minute, for the monitor's plot. By node too, so that two nodes never wait for each other.
create table traffic_minutes (
  minute timestamptz not null,
  node_id integer not null,
  reseller_id integer not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  primary key (minute, node_id, reseller_id)
);

create function count_traffic_minute() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from new_rows group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  else
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from (select node_id, reseller_id, up_bytes, down_bytes from new_rows
            union all select node_id, reseller_id, -up_bytes, -down_bytes from old_rows) moved
     group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  end if;
  return null;
end $$;
-- By statement: an upsert of a whole batch counts once for what it added and once for what it raised.
create trigger traffic_hours_added after insert on traffic_hours
  referencing new table as new_rows for each statement execute function count_traffic_minute();
create trigger traffic_hours_raised after update on traffic_hours
  referencing old table as old_rows new table as new_rows for each statement execute function count_traffic_minute();

-- Health ---------------------------------------------------------------------------------------------------------

-- Every server process says here that it lives; may be forgotten.
create unlogged table processes (
  id uuid primary key,
  host text not null check (char_length(host) <= 255),
  pid integer not null,
  version text not null check (char_length(version) <= 60),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  rss_bytes bigint not null,
  event_loop_delay_ms real not null,
  streams integer not null,
  disk_free_bytes bigint,
  disk_total_bytes bigint
);

create table book_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  problems integer not null check (problems >= 0),
  -- The first of them, as the check words them.
  first_problems text[] not null default '{}',
  transactions bigint not null,
  took_ms integer not null
);
create index book_checks_time on book_checks (checked_at);

-- When each round of the watch last ran: all processes try, one does it. `since` is the end of the last time in which
-- nobody watched: while no server ran no node could report, and its silence then is not its fault.
create table watch_rounds (
  name text primary key check (name in ('nodes', 'platform')),
  ran_at timestamptz not null default 'epoch',
  since timestamptz not null default 'epoch'
);
insert into watch_rounds (name) values ('nodes'), ('platform');

-- What the monitor counts by minute.
create index orders_created on orders (created_at);
create index payments_created on payments (created_at);
create index payments_paid on payments (paid_at) where paid_at is not null;
create index payments_closed on payments (closed_at) where closed_at is not null;
