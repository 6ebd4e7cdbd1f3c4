-- suits: 0.2.0
-- Addresses of a reseller, or of the platform, that are told of events. The secret is sealed and shown once.
create table webhooks (
  id uuid not null primary key,
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  name text not null check (char_length(name) between 1 and 60),
  url text not null check (char_length(url) between 8 and 500),
  -- On this machine: for the platform alone, for tests.
  is_local boolean not null default false check (not is_local or reseller_id is null),
  events text[] not null check (cardinality(events) between 1 and 50),
  sealed_secret bytea not null,
  -- While a secret is replaced, both sign until then.
  sealed_old_secret bytea,
  old_until timestamptz,
  -- One process sends until the time that it names.
  sender uuid,
  sending_until timestamptz,
  -- The receiver asked us to wait, or did not answer several times.
  paused_until timestamptz,
  -- Since the last delivery: when the first try failed, and how many did.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  off_at timestamptz,
  off_reason text check (off_reason in ('staff', 'gone', 'failing')),
  created_at timestamptz not null,
  check ((sealed_old_secret is null) = (old_until is null)),
  check ((off_at is null) = (off_reason is null))
);
create index webhooks_owner on webhooks (owner_key, created_at);
create index webhooks_sending on webhooks (sending_until) where sending_until is not null;

-- What happened, as it is sent: kept as text, because the signature counts every byte.
create table webhook_events (
  id uuid not null primary key,
  -- Null for a test of the platform.
  reseller_id integer references resellers (id),
  type text not null check (type ~ '^[a-z_]+([.][a-z_]+)+$' and char_length(type) <= 40),
  -- What it is about: `order:<id>`. Events of one object arrive in their order.
  object text not null check (char_length(object) between 1 and 80),
  body text not null check (octet_length(body) <= 20000),
  created_at timestamptz not null
);
create index webhook_events_age on webhook_events (created_at);

-- One event to one address.
create table webhook_deliveries (
  id bigint primary key generated always as identity,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event_id uuid not null references webhook_events (id) on delete cascade,
  -- Whose address it is. Null for the platform.
  reseller_id integer references resellers (id),
  object text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'given_up')),
  tries integer not null default 0 check (tries >= 0),
  not_before timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_list on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, not_before) where state = 'waiting';
create index webhook_deliveries_open on webhook_deliveries (webhook_id, object, id) where state in ('waiting', 'sending');
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- Each call and its answer.
create table webhook_tries (
  id bigint primary key generated always as identity,
  delivery_id bigint not null references webhook_deliveries (id) on delete cascade,
  reseller_id integer references resellers (id),
  -- Null when no answer came. Then the problem says why.
  status integer check (status between 100 and 999),
  problem text check (char_length(problem) <= 200),
  -- How the answer begins.
  answer text not null default '' check (char_length(answer) <= 1000),
  took_ms integer not null check (took_ms >= 0),
  created_at timestamptz not null
);
create index webhook_tries_delivery on webhook_tries (delivery_id, id);

-- The end that webhooks were told of.
alter table subscriptions add column ended_told_for timestamptz;

-- allowed: the next statement adds a wider one
alter table bell_rings drop constraint bell_rings_kind_check;
alter table bell_rings add constraint bell_rings_kind_check
  check (kind in ('approved', 'refund', 'payout', 'order', 'balance', 'incident', 'answer', 'word', 'webhook')) not valid;
