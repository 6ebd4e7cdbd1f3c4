-- suits: 0.2.0
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
