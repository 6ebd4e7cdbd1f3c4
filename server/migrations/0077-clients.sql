-- suits: 0.2.0
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
