-- suits: 0.2.0
-- Who leaves and still has money or a package keeps the place until then: to stay after all must never be refused to him.
alter table accounts add column keeps_place boolean not null default false;

-- Why a reseller was suspended, as its own people read it. The release before ends a suspension without touching it, so
-- nothing ties it to suspended_at: it is shown only while that is set, and each suspension writes it anew.
alter table resellers add column suspended_reason text;
alter table resellers add constraint resellers_suspended_reason_check
  check (char_length(suspended_reason) between 1 and 200) not valid;

-- First steps in the console: whether a reseller's staff (key 0: the platform's) have looked at the prices they began
-- with, and whether they put the guide away.
create table office_guides (
  reseller_id integer primary key references resellers,
  prices_seen_at timestamptz,
  dismissed_at timestamptz
);
-- What a new agency may earn, in the operator's words, shown before the fee is asked for. Null: nothing is shown.
alter table price_lists add column earnings_example text;
alter table price_lists add constraint price_lists_earnings_example_check
  check (char_length(earnings_example) between 1 and 500) not valid;

-- The example of what a new agency may earn, in the other languages.
alter table price_lists add column earnings_examples jsonb not null default '{}';
alter table price_lists add constraint price_lists_earnings_examples_check
  check (is_by_language(earnings_examples, 500)) not valid;

-- When a member last got in by the mailbox and the factor. For 72 hours after it, what matters most is refused.
alter table staff add column recovered_at timestamptz;

-- What a team's console tells its members by the bell. Without a reseller it is for the platform's own team. The key
-- names the event, so that it rings once.
create table bell_rings (
  id bigint primary key generated always as identity,
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  kind text not null check (kind in ('approved', 'refund', 'payout', 'order', 'balance', 'incident', 'answer', 'word', 'webhook')),
  key text not null check (char_length(key) between 1 and 120),
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  unique (owner_key, key)
);
create index bell_rings_newest on bell_rings (owner_key, id);
create index bell_rings_age on bell_rings (created_at);

-- How far a member has read, and which kinds the member does not want to hear.
create table bell_marks (
  staff_id bigint primary key references staff (id),
  read_to bigint not null default 0,
  muted text[] not null default '{}'
);

-- What a reseller's team told the platform's team, and its answer. `about` names what it is about.
create table platform_words (
  id bigint primary key generated always as identity,
  reseller_id integer not null references resellers (id),
  member text not null,
  text text not null check (char_length(text) between 1 and 500),
  about jsonb not null default '{}',
  created_at timestamptz not null,
  answer text check (char_length(answer) between 1 and 500),
  answered_by text,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);
create index platform_words_of_reseller on platform_words (reseller_id, id);
create index platform_words_open on platform_words (id) where answered_at is null;
create index platform_words_age on platform_words (created_at);

-- Keys with which programs make calls of the console, of the platform or of one reseller. Only hashes are kept.
create table api_keys (
  id bigint generated always as identity primary key,
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  -- Who made or last rotated it. The key may never do more than this member may, and ends with it.
  made_by bigint not null references staff (id),
  name text not null check (char_length(name) between 1 and 40),
  -- The part that lists and the audit show.
  short text not null unique check (short ~ '^[0-9a-f]{10}$'),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- The secret before the last rotation, and until when it is still good.
  old_hash bytea check (octet_length(old_hash) = 32),
  old_until timestamptz,
  permissions text[] not null,
  -- Empty: from everywhere.
  networks cidr[] not null default '{}' check (cardinality(networks) <= 20),
  calls_per_minute integer not null check (calls_per_minute > 0),
  daily_fen bigint not null default 0 check (daily_fen >= 0),
  -- What it spent of the balance on the last business day on which it spent.
  spent_day date,
  spent_fen bigint not null default 0 check (spent_fen >= 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  used_at timestamptz,
  used_from inet,
  created_at timestamptz not null,
  check ((old_hash is null) = (old_until is null)),
  unique (owner_key, id)
);
create index api_keys_maker on api_keys (made_by);

-- The short part of the API key that began it; null: a member did.
alter table bulk_runs add column api_key text;

-- For the search inside names, addresses and notes: a later file builds its indexes.
create extension if not exists pg_trgm;
