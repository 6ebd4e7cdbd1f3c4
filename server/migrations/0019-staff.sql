-- The console's own people: of the platform, or of one reseller. Key 0 has none, the platform's staff work in it.

-- Roles that an owner made. The five built in are in contract/permissions.ts.
create table staff_roles (
  id bigint generated always as identity primary key,
  reseller_id integer references resellers check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  name text not null check (char_length(name) between 1 and 40),
  permissions text[] not null,
  created_at timestamptz not null,
  unique (owner_key, id)
);
create unique index staff_roles_name on staff_roles (owner_key, lower(name));

create table staff (
  id bigint generated always as identity primary key,
  reseller_id integer references resellers check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  name text not null check (name ~ '^[A-Za-z0-9_.@-]{4,40}$'),
  email text check (char_length(email) <= 254),
  email_verified_at timestamptz,
  password_hash text not null,
  role text check (role in ('owner', 'manager', 'support', 'finance', 'viewer')),
  role_id bigint,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_step bigint not null default 0,
  language text not null default 'zh-CN' check (language in ('zh-CN', 'zh-TW', 'en')),
  -- Made by the sandbox with a published password; production refuses to start beside one.
  is_demo boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  check (num_nonnulls(role, role_id) = 1),
  foreign key (owner_key, role_id) references staff_roles (owner_key, id)
);
-- One name is one member in the whole installation; who was removed gives the name free.
create unique index staff_name on staff (lower(name)) where removed_at is null;
create index staff_team on staff (owner_key, id) where removed_at is null;
create index staff_role on staff (owner_key, role_id) where role_id is not null;

create table staff_sessions (
  id uuid primary key default gen_random_uuid(),
  staff_id bigint not null references staff,
  token_hash bytea not null unique,
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  address inet,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- The factor, or without one the password, was last shown then.
  proved_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index staff_sessions_member on staff_sessions (staff_id, seen_at);
create index staff_sessions_age on staff_sessions (seen_at);

create table staff_recovery_codes (
  staff_id bigint not null references staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_passkeys (
  id text primary key check (char_length(id) <= 1400),
  staff_id bigint not null references staff,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_passkeys_member on staff_passkeys (staff_id);

create table staff_challenges (
  challenge text primary key,
  -- Null: nobody is named before the key answers.
  staff_id bigint references staff,
  purpose text not null check (purpose in ('register', 'sign-in', 'step-up')),
  expires_at timestamptz not null
);
create index staff_challenges_age on staff_challenges (expires_at);

-- A link that makes one member. Only the hash of its token is kept.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer references resellers check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  role text check (role in ('owner', 'manager', 'support', 'finance', 'viewer')),
  role_id bigint,
  token_hash bytea not null unique,
  -- Where it was mailed to; null for one that is handed over.
  email text check (char_length(email) <= 254),
  -- As the audit log names him: staff:12, account:7 (the owner of a new agency), operator:root.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(role, role_id) = 1),
  foreign key (owner_key, role_id) references staff_roles (owner_key, id)
);
create index staff_invitations_open on staff_invitations (owner_key, created_at) where used_at is null and revoked_at is null;
create index staff_invitations_role on staff_invitations (owner_key, role_id) where role_id is not null;
create index staff_invitations_age on staff_invitations (expires_at);

-- The link of an invitation and the code for its address lie sealed where all mailed codes lie.
alter table mail_codes drop constraint mail_codes_purpose_check;
alter table mail_codes add constraint mail_codes_purpose_check
  check (purpose in ('bind', 'reset', 'unlock', 'operator_reset', 'staff_invite', 'staff_email'));

-- What a change was before and after: plain values from the list of its action, secrets only as set or changed.
alter table audit_log add column before jsonb, add column after jsonb;
create index audit_log_team on audit_log (reseller_id, id);
create index audit_log_actor on audit_log (actor, id);

-- Addresses of people go earlier than what was done.
create table audit_addresses (
  audit_id bigint primary key references audit_log on delete cascade,
  address inet not null,
  created_at timestamptz not null
);
create index audit_addresses_age on audit_addresses (created_at);

-- Nobody changes or takes away what was written, but for what is older than it is kept.
create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('yuxian.audit_forget', true) = 'on' then
    return null;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before delete or update or truncate on audit_log
  for each statement execute function audit_append_only();

-- Some of the rows before that moment, the oldest first; answers how many went.
create function audit_forget(p_before timestamptz, p_limit integer) returns integer language plpgsql as $$
declare
  gone integer;
begin
  perform set_config('yuxian.audit_forget', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where created_at < p_before order by id limit p_limit);
  get diagnostics gone = row_count;
  perform set_config('yuxian.audit_forget', '', true);
  return gone;
end $$;
