-- suits: 0.2.0
-- A second, lower price of an offer for a range of business days. Whether it holds is worked out at each read: not once
-- wholesale rose above it or the ordinary price fell to it. Two at a time are refused under the offer's lock.
create table special_prices (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null,
  package_id integer not null,
  period text not null,
  retail_fen bigint not null check (retail_fen between 1 and 100000000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (reseller_id, package_id, period) references package_offers (reseller_id, package_id, period) on delete cascade,
  check (ends_at > starts_at)
);
create index special_prices_offer on special_prices (reseller_id, package_id, period, ends_at);
create index special_prices_over on special_prices (ends_at);
