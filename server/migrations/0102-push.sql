-- suits: 0.2.0
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
