-- suits: 0.2.0
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
