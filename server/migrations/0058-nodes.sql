-- suits: 0.2.0
-- What foreign agents pushed and nobody could book, with the reason. They never send it again, so it is kept for the
-- operator: the newest of each node, as text, because it may be anything.
create table traffic_left_out (
  id bigint primary key generated always as identity,
  node_id integer not null references nodes (id),
  reason text not null check (reason in ('broken', 'unknown', 'impossible')),
  entry text not null check (char_length(entry) <= 40),
  value text not null check (char_length(value) <= 100),
  received_at timestamptz not null
);
create index traffic_left_out_newest on traffic_left_out (node_id, id);
create index traffic_left_out_age on traffic_left_out (received_at);

-- A line whose user moved away from it: it runs on until then, so that the move can be taken back.
alter table lines add column leaves_at timestamptz;

-- After a package has ended or its traffic is used up, the user's lines still get to the portal and the cashier for some
-- days, where the operator lets the reseller's users. Off at first.
alter table resellers add column has_lifelines boolean not null default false;

-- What the node's agent said when it last asked: whether it can hold such users to the listed places.
alter table nodes add column has_lifelines boolean not null default false;

-- One for each ending; at most one of an account runs at a time. The bytes are the platform's own: they are charged to
-- nobody and stand in no usage, and this table lists them.
create table lifelines (
  reseller_id integer not null,
  account_id bigint not null,
  ended_at timestamptz not null,
  until_at timestamptz not null,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  primary key (reseller_id, account_id, ended_at),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index lifelines_until on lifelines (until_at);

-- Releases of the agent that the operator has signed with a key that this server never has. The file comes with the
-- server's own release.
create table agent_releases (
  number text primary key check (number ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  -- As DER. The line that enrols a node pins it.
  public_key bytea not null check (octet_length(public_key) between 32 and 200),
  signed_at timestamptz not null
);

-- The release that the operator wants on a node. Null: what was installed there.
alter table nodes add column wanted_agent text;
alter table nodes add constraint nodes_wanted_agent_fkey foreign key (wanted_agent) references agent_releases (number) not valid;
-- Why the wanted release does not run there, in the agent's words.
alter table node_states add column update_fault text;

-- Which engine runs on a node, in the engine's own words, such as "Xray 26.7.28". Null: its agent does not say.
alter table node_states add column engine_version text;

-- The last look at a node from outside. Only the last one is kept: one row a node, so nothing has to be cleared away.
-- Way and time are of the last look that found the node; failures and fault are of those since then, in a row.
-- `looked_by` is the node that looked, null for the server itself. The last three are what the node's own agent said when it
-- last asked whom to look at.
alter table node_states
  add column looked_at timestamptz,
  add column look_way text,
  add column look_ms integer,
  add column look_failures integer not null default 0,
  add column look_fault text,
  add column looked_by integer,
  add column looks_asked_at timestamptz,
  add column look_engines text not null default '',
  add column has_probe boolean not null default false;
alter table node_states
  add constraint node_states_look_way_check check (look_way in ('engine', 'tls', 'tcp')) not valid;
alter table node_states
  add constraint node_states_look_fault_check check (look_fault in ('refused', 'timeout', 'name', 'tls', 'carry')) not valid;
alter table node_states
  add constraint node_states_look_sizes_check
    check (look_ms >= 0 and look_failures >= 0 and char_length(look_engines) <= 100) not valid;

-- How often an operator's rules for a node refused a connection, per business day: never whose, and never where to.
create table node_blocked_days (
  node_id integer not null references nodes,
  day date not null,
  tries bigint not null check (tries >= 0),
  primary key (node_id, day)
);
-- The count that the node's agent told last, and the run that it belongs to: only what came since then is added. Null: the
-- last report told none.
alter table node_states
  add column blocked_run text,
  add column blocked_count bigint;
alter table node_states
  add constraint node_states_blocked_check check (blocked_count >= 0 and char_length(blocked_run) <= 100) not valid;

-- SHA-256 of the certificate that a node's agent made itself, as it told last. A pin in the node's settings that is equal to
-- it follows the agent's next certificate; another one was typed by an operator and stays.
alter table node_states add column cert_sha256 text;
alter table node_states
  add constraint node_states_cert_sha256_check check (cert_sha256 ~ '^[0-9a-f]{64}$') not valid;
