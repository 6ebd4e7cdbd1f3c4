-- suits: 0.2.0
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
