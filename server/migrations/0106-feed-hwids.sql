-- suits: 0.2.0
-- Devices of a user whose client names its device when it fetches the feed: the device limit then holds for these. Only a
-- hash is kept, which is another one for each account.
create table feed_hwids (
  reseller_id integer not null,
  account_id bigint not null,
  hwid_hash bytea not null check (octet_length(hwid_hash) = 32),
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (reseller_id, account_id, hwid_hash),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index feed_hwids_age on feed_hwids (seen_at);
