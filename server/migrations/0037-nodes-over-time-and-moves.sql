-- What a node's plots show beside users and speed, and everybody of one node moved to another.

-- Of the agent's own calls: how long the portal's answer took. Nulls of foreign agents, and of ours before this release.
alter table node_states add column latency_ms integer;
alter table node_minutes
  add column cpu_percent integer,
  add column memory_percent integer,
  add column latency_ms integer;

-- One press of the button. Whom it is for is written before anything is done.
create table line_moves (
  id uuid primary key default gen_random_uuid(),
  from_node_id integer not null references nodes,
  to_node_id integer not null references nodes,
  actor text not null,
  lines integer not null check (lines >= 0),
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (from_node_id <> to_node_id),
  check ((state = 'running') = (ended_at is null))
);
-- Pressed twice is pressed once.
create unique index line_moves_running on line_moves (from_node_id) where state = 'running';
create index line_moves_newest on line_moves (from_node_id, created_at desc);
create index line_moves_age on line_moves (created_at);

-- One line of it. Moved, told and marked in one transaction.
create table line_move_items (
  move_id uuid not null references line_moves on delete cascade,
  line_id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped')),
  reason text check (reason ~ '^[a-z_.]{3,60}$'),
  done_at timestamptz,
  primary key (move_id, line_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade,
  check ((state = 'skipped') = (reason is not null)),
  check ((state = 'waiting') = (done_at is null))
);
create index line_move_items_waiting on line_move_items (move_id, line_id) where state = 'waiting';
create index line_move_items_account on line_move_items (reseller_id, account_id);

-- What happened to one thing, on its page.
create index alerts_subject on alerts (subject, id);
