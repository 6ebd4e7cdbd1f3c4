-- suits: 0.2.0
-- What the server has seen of a user's way to the first byte. Device 0 is the address of the feed itself. One row each,
-- however often a client asks: a fetch is written once a minute, and at once when another client asks.
create table feed_visits (
  reseller_id integer not null,
  account_id bigint not null,
  device bigint not null default 0,
  -- A person looked at the page of the address, on which system.
  opened_at timestamptz,
  opened_on text check (char_length(opened_on) between 1 and 20),
  -- A client took the document; null: it did not say its name.
  fetched_at timestamptz,
  client text check (char_length(client) between 1 and 40),
  primary key (reseller_id, account_id, device),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);

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

-- Devices of a user whose client names its device when it fetches the feed: the device limit then holds for these. Only a
-- hash is kept, which is another one for each account.
create table feed_hwids (
  reseller_id integer not null,
  account_id bigint not null,
  hwid_hash bytea not null check (octet_length(hwid_hash) = 32),
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  -- What a user reads about it: the client, and the system it says it runs on.
  client text,
  system text,
  primary key (reseller_id, account_id, hwid_hash),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index feed_hwids_age on feed_hwids (seen_at);

-- Files of clients that the server keeps and serves itself, in parts of 1 MB, so that every process and every backup has
-- them. The checksum is set when all parts are there, and a file without it is not served.
create table client_files (
  id integer primary key generated always as identity,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  size_bytes bigint not null check (size_bytes between 1 and 314572800),
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null,
  unique (sha256, name)
);
create index client_files_unfinished on client_files (created_at) where sha256 is null;

create table client_file_parts (
  file_id integer not null references client_files (id) on delete cascade,
  number integer not null check (number between 0 and 299),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (file_id, number)
);
-- Programs are packed already.
alter table client_file_parts alter column bytes set storage external;

-- What the operator changed in the list of clients that comes with a release. An own entry describes itself. One with
-- a reseller is for its users alone.
create table clients (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  position integer,
  is_hidden boolean not null default false,
  own jsonb,
  reseller_id integer references resellers (id),
  updated_at timestamptz not null
);

-- Where to get a client for a system: an outside address or a file.
create table client_places (
  client_id text not null references clients (id) on delete cascade,
  system text not null check (system in ('ios', 'android', 'harmony', 'windows', 'mac', 'linux', 'router')),
  url text check (char_length(url) between 1 and 500),
  file_id integer references client_files (id),
  primary key (client_id, system),
  check (num_nonnulls(url, file_id) = 1)
);
create index client_places_file on client_places (file_id) where file_id is not null;

-- Clients that a reseller does not show.
create table hidden_clients (
  reseller_id integer not null references resellers (id),
  client_id text not null,
  primary key (reseller_id, client_id)
);

-- A reseller's own headers of its users' feeds, each as `name: value`.
alter table resellers add column feed_headers text[] not null default '{}';
alter table resellers add constraint resellers_feed_headers_check check (cardinality(feed_headers) <= 10) not valid;
