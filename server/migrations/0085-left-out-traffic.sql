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
