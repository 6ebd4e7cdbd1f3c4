-- suits: 0.2.0
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
