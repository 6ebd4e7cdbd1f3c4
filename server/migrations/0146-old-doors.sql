-- suits: 0.2.0
-- Addresses of subscriptions that users brought from another panel. They open the same feed as the own address does, and
-- end with it when the user resets it. A token is 128 random bits, kept as a hash.
create table old_feed_tokens (
  token_hash bytea not null primary key check (octet_length(token_hash) = 32),
  reseller_id integer not null,
  account_id bigint not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index old_feed_tokens_account on old_feed_tokens (reseller_id, account_id);

-- Paths below which another panel served them, beside the usual ones.
create table old_feed_paths (
  path text not null check (char_length(path) <= 100 and path ~ '^(/[A-Za-z0-9_.-]+)+$'),
  reseller_id integer not null references resellers (id),
  primary key (path, reseller_id)
);
create index old_feed_paths_reseller on old_feed_paths (reseller_id);

-- What agents of another panel show: one token for all nodes there, with the type and number that a node had.
create table old_node_keys (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  node_type text not null check (node_type ~ '^[a-z0-9]{1,20}$'),
  old_node_id integer not null check (old_node_id > 0),
  node_id integer not null references nodes (id),
  primary key (token_hash, old_node_id, node_type)
);
create index old_node_keys_node on old_node_keys (node_id);
