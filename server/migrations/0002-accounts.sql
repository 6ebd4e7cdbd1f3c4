-- Signing in, recovering, freezing. No table below holds a password, a mail code or a token in the clear.

alter table accounts
  add column agreement_version text,
  add column agreed_at timestamptz,
  add column locked_at timestamptz,
  add column paused_at timestamptz,
  add column delete_after timestamptz,
  -- Who asked for deletion gave up the money that is left; without it the account waits until none is.
  add column waives_balance boolean not null default false,
  add column deleted_at timestamptz,
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  -- The last accepted TOTP step: a code is good once.
  add column totp_step bigint not null default 0;
create unique index accounts_email on accounts (reseller_id, lower(email)) where email_verified_at is not null;
create index accounts_delete_due on accounts (delete_after) where delete_after is not null and deleted_at is null;
create index accounts_paused on accounts (paused_at) where paused_at is not null;

-- What an account may use and until when. Pausing moves the rest of the time into banked_seconds.
create table subscriptions (
  reseller_id integer not null,
  account_id bigint not null,
  expires_at timestamptz,
  banked_seconds bigint not null default 0 check (banked_seconds >= 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  total_bytes bigint not null default 0 check (total_bytes >= 0),
  primary key (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);

create table pauses (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  account_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create unique index pauses_one_open on pauses (reseller_id, account_id) where ended_at is null;
create index pauses_recent on pauses (reseller_id, account_id, started_at);

-- "Remember me": one family per device, one row per generation of its rotating secret. Old generations are kept so
-- that a stolen copy is recognised and only its family revoked.
create table device_families (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index device_families_account on device_families (reseller_id, account_id) where revoked_at is null;
create table device_generations (
  family_id uuid not null references device_families on delete cascade,
  generation integer not null check (generation >= 0),
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (family_id, generation)
);
alter table sessions
  add column device_family_id uuid,
  add foreign key (reseller_id, device_family_id) references device_families (reseller_id, id);

-- Spent proofs: a row here is what makes a captcha or a ticket single-use. Kept one day.
create table spent_proofs (
  kind text not null check (kind in ('captcha', 'ticket')),
  id text not null check (octet_length(id) <= 200),
  spent_at timestamptz not null,
  primary key (kind, id)
);
create index spent_proofs_age on spent_proofs (spent_at);

create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- A code sent by mail (or told by an operator). The hash is keyed; the sealed text lives only until the mail is sent.
-- A name that nobody has gets a row without an account: asking and guessing then do the same work as for a known one.
create table mail_codes (
  id uuid primary key,
  reseller_id integer not null references resellers,
  account_id bigint,
  -- Keyed hash of the account name as typed, lower case.
  subject bytea not null,
  purpose text not null check (purpose in ('bind', 'reset', 'unlock', 'operator_reset')),
  email text not null check (char_length(email) <= 254),
  code_hash bytea not null,
  sealed_code bytea,
  guesses_left integer not null check (guesses_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
-- Only the newest code of a purpose is ever looked at; that is what voids the older ones.
create index mail_codes_newest on mail_codes (reseller_id, subject, purpose, created_at desc, id);
create index mail_codes_age on mail_codes (expires_at);

-- Mails to send. `params` holds plain words only (a device, a time); a code is rendered from mail_codes. An empty address
-- belongs to a code that nobody gets.
create table mails (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null references resellers,
  account_id bigint,
  to_address text not null check (char_length(to_address) <= 254),
  template text not null,
  language text not null check (language in ('zh-CN', 'zh-TW', 'en')),
  params jsonb not null default '{}',
  code_id uuid references mail_codes on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index mails_age on mails (created_at);

create table recovery_codes (
  reseller_id integer not null,
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (reseller_id, account_id, code_hash),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);

create table passkeys (
  id text not null check (octet_length(id) <= 1400),
  reseller_id integer not null,
  account_id bigint not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (char_length(name) <= 60),
  created_at timestamptz not null,
  used_at timestamptz,
  -- Not by id alone: what one reseller's users keep must not show in what another's may keep.
  primary key (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index passkeys_account on passkeys (reseller_id, account_id);
create table passkey_challenges (
  challenge text primary key,
  reseller_id integer not null references resellers,
  account_id bigint,
  purpose text not null check (purpose in ('register', 'login')),
  expires_at timestamptz not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index passkey_challenges_age on passkey_challenges (expires_at);
