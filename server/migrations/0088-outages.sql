-- suits: 0.2.0
-- What a reseller tells its users while nodes do not work: one at a time, until it is ended.
create table outages (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null references resellers (id),
  started_at timestamptz not null,
  -- When it should be over, as far as anybody knows.
  back_at timestamptz,
  ended_at timestamptz,
  begun_by text not null,
  ended_by text,
  unique (reseller_id, id),
  check ((ended_at is null) = (ended_by is null)),
  check (back_at > started_at)
);
create unique index outages_open on outages (reseller_id) where ended_at is null;
create table outage_nodes (
  reseller_id integer not null,
  outage_id bigint not null,
  node_id integer not null references nodes (id) on delete cascade,
  primary key (outage_id, node_id),
  foreign key (reseller_id, outage_id) references outages (reseller_id, id) on delete cascade
);
create index outage_nodes_node on outage_nodes (node_id);
create index outage_nodes_outage on outage_nodes (reseller_id, outage_id);
