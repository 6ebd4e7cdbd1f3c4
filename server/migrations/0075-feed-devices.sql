-- suits: 0.2.0
-- Devices that got an address of their own by a one-scan code, so that nobody had to hand out the user's address. The
-- code is spent once and dies with the session that made it, and the address works until it is taken back.
create table feed_devices (
  id bigint primary key generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  session_id uuid not null,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  token_hash bytea unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((used_at is null) = (token_hash is null)),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index feed_devices_account on feed_devices (reseller_id, account_id) where revoked_at is null;
create index feed_devices_age on feed_devices (expires_at);
