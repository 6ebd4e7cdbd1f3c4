-- How large a reseller may become. The figures beside the limits are what was last found: a registration counts the users
-- anew under this row's lock, so that the last place is given once; a job looks at users and traffic every five minutes.
create table reseller_limits (
  reseller_id integer primary key references resellers (id),
  users_max integer check (users_max between 1 and 100000000),
  traffic_max_bytes bigint check (traffic_max_bytes > 0),
  at_limit text not null check (at_limit in ('no_new_users', 'stop_selling')),
  users_count integer not null default 0 check (users_count >= 0),
  -- The first day of the business month that the bytes belong to.
  month date not null,
  traffic_bytes bigint not null default 0 check (traffic_bytes >= 0),
  checked_at timestamptz not null,
  check (num_nonnulls(users_max, traffic_max_bytes) > 0)
);
-- What was told in which month: each once.
create table reseller_limit_tellings (
  reseller_id integer not null references resellers (id),
  month date not null,
  kind text not null check (kind in ('users', 'traffic')),
  percent integer not null check (percent in (80, 100)),
  told_at timestamptz not null,
  primary key (reseller_id, month, kind, percent)
);

-- Sets of shared nodes. A reseller with groups sells the nodes in them, one without sells all; its own nodes stay its own.
create table node_groups (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 40),
  created_at timestamptz not null
);
create unique index node_groups_name on node_groups (lower(name));
create table node_group_nodes (
  group_id integer not null references node_groups (id) on delete cascade,
  node_id integer not null references nodes (id),
  primary key (group_id, node_id)
);
create table reseller_node_groups (
  reseller_id integer not null references resellers (id),
  group_id integer not null references node_groups (id),
  primary key (reseller_id, group_id)
);
create index reseller_node_groups_group on reseller_node_groups (group_id);
