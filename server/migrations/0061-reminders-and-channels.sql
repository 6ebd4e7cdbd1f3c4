-- suits: 0.2.0
-- Which reminders a user has had. The mark names the event, so that each is sent once, whatever number of processes look.
create table reminder_marks (
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('ends', 'traffic', 'receipt', 'renewal')),
  mark text not null check (char_length(mark) between 1 and 80),
  created_at timestamptz not null,
  primary key (reseller_id, account_id, kind, mark),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index reminder_marks_age on reminder_marks (created_at);

-- The kinds that a user does not want. No row: all are wanted.
create table reminder_settings (
  reseller_id integer not null,
  account_id bigint not null,
  muted text[] not null default '{}',
  primary key (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);

-- Browsers that show reminders. Each belongs to the session that switched it on and goes with it. The address and the keys
-- are sealed: who knows the address can wake the device.
create table push_devices (
  id uuid not null primary key,
  reseller_id integer not null,
  account_id bigint not null,
  session_id uuid not null,
  endpoint_hash bytea not null unique,
  sealed_target bytea not null,
  service_host text not null check (char_length(service_host) between 1 and 253),
  created_at timestamptz not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index push_devices_account on push_devices (reseller_id, account_id, created_at);
create index push_devices_session on push_devices (session_id);

-- Telegram bots: that of the platform, or one of a reseller. The token is sealed and never shown again.
create table telegram_bots (
  id uuid not null primary key,
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored unique,
  -- The number of the bot at Telegram. One bot has one webhook, so it belongs to one team.
  bot_number bigint not null unique,
  user_name text not null check (user_name ~ '^[A-Za-z0-9_]{1,64}$'),
  sealed_token bytea not null,
  -- How updates were last asked for: the address of the webhook, or empty for polling. Null: not yet.
  updates_at_url text,
  next_update bigint not null default 0,
  -- One process sends, and one asks for updates, until the time that it names.
  sender uuid,
  sending_until timestamptz,
  polling_until timestamptz,
  -- Telegram asked us to wait.
  paused_until timestamptz,
  failing_since timestamptz,
  problem text check (char_length(problem) <= 200),
  created_at timestamptz not null
);

-- A chat that hears for one user or one member of staff.
create table telegram_bindings (
  id uuid not null primary key,
  bot_id uuid not null references telegram_bots (id) on delete cascade,
  -- Null for a member of the team of the platform.
  reseller_id integer references resellers (id),
  account_id bigint,
  staff_id bigint references staff (id) unique,
  chat_id bigint not null,
  chat_name text not null check (char_length(chat_name) <= 64),
  muted text[] not null default '{}',
  -- The reader stopped the bot in Telegram: nothing is sent until a new binding.
  blocked_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(account_id, staff_id) = 1),
  check (account_id is null or reseller_id is not null),
  unique (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index telegram_bindings_chat on telegram_bindings (bot_id, chat_id);

-- One-time codes of deep links. Only the hash is kept.
create table telegram_codes (
  code_hash bytea not null primary key,
  bot_id uuid not null references telegram_bots (id) on delete cascade,
  reseller_id integer references resellers (id),
  account_id bigint,
  staff_id bigint references staff (id) unique,
  expires_at timestamptz not null,
  check (num_nonnulls(account_id, staff_id) = 1),
  unique (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index telegram_codes_bot on telegram_codes (bot_id);
create index telegram_codes_age on telegram_codes (expires_at);

-- What is to be said, and what became of it. The key names the event: each is said once to a chat.
create table telegram_messages (
  id bigint primary key generated always as identity,
  bot_id uuid not null references telegram_bots (id) on delete cascade,
  -- Null for an answer to a chat that is not bound.
  binding_id uuid references telegram_bindings (id) on delete cascade,
  reseller_id integer references resellers (id),
  chat_id bigint not null,
  kind text not null check (char_length(kind) between 1 and 20),
  key text not null check (char_length(key) between 1 and 120),
  text text not null check (char_length(text) between 1 and 4096),
  is_silent boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'given_up')),
  tries integer not null default 0,
  -- How often the answer got lost: the chat may have it that often too much.
  doubts integer not null default 0,
  not_before timestamptz not null,
  problem text check (char_length(problem) <= 200),
  message_number bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (bot_id, chat_id, key)
);
create index telegram_messages_due on telegram_messages (bot_id, not_before, id) where state = 'waiting';
create index telegram_messages_sending on telegram_messages (bot_id) where state = 'sending';
create index telegram_messages_given_up on telegram_messages (bot_id, id) where state = 'given_up';
create index telegram_messages_binding on telegram_messages (binding_id);
create index telegram_messages_age on telegram_messages (created_at);

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
