-- Resellers are tenants: every row below them carries reseller_id, and composite foreign keys keep a row of one
-- reseller from ever pointing into another.

create table resellers (
  id integer primary key check (id between 0 and 999999999),
  title text check (char_length(title) between 1 and 40),
  icon text check (octet_length(icon) <= 65536),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  kf_url text check (kf_url ~ '^https://'),
  jc_url text check (jc_url ~ '^https://'),
  is_whitelisted boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table reseller_domains (
  host text primary key check (host = lower(host) and host ~ '^[a-z0-9.-]{1,253}$'),
  reseller_id integer not null references resellers,
  is_main boolean not null default false,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index reseller_domains_reseller on reseller_domains (reseller_id);
create unique index reseller_domains_one_main on reseller_domains (reseller_id) where is_main;

create table accounts (
  id bigint generated always as identity primary key,
  reseller_id integer not null references resellers,
  user_name text not null check (user_name ~ '^[A-Za-z0-9_.@-]{4,40}$'),
  password_hash text not null,
  email text check (char_length(email) <= 254),
  email_verified_at timestamptz,
  invite_code text not null,
  inviter_id bigint,
  speed_mode text not null default 'standard' check (speed_mode in ('standard', 'game', 'video', 'saver')),
  language text not null default 'zh-CN' check (language in ('zh-CN', 'zh-TW', 'en')),
  -- Made by the sandbox with a published password; production refuses to start beside one.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  unique (reseller_id, id),
  unique (reseller_id, invite_code),
  foreign key (reseller_id, inviter_id) references accounts (reseller_id, id),
  check (inviter_id <> id)
);
-- Names differ by more than case inside one reseller; the same name may exist at another.
create unique index accounts_name on accounts (reseller_id, lower(user_name));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  -- SHA-256 of a 256-bit random token: a plain hash is enough for that much entropy.
  token_hash bytea not null unique,
  previous_hash bytea unique,
  previous_until timestamptz,
  -- 'remembered' sessions come from a device credential and must show the password before sensitive changes.
  strength text not null check (strength in ('password', 'remembered')),
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  address inet,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index sessions_account on sessions (reseller_id, account_id) where revoked_at is null;

-- What was done to whom by whom; never a secret in detail.
create table audit_log (
  id bigint generated always as identity primary key,
  reseller_id integer references resellers,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_subject on audit_log (reseller_id, subject, created_at);
