-- suits: 0.2.0
-- What the reseller takes for one key; null: it has not said, and the key counts at what it cost.
alter table card_batches add column price_fen bigint;
alter table card_batches add constraint card_batches_price_check check (price_fen between 0 and 100000000) not valid;
-- Keys that were redeemed on a day: their number, own prices, cost, and of balance keys the face value, which is sold
-- again when it is spent.
alter table office_days add column keys bigint not null default 0;
alter table office_days add column key_sales_fen bigint not null default 0;
alter table office_days add column key_cost_fen bigint not null default 0;
alter table office_days add column key_face_fen bigint not null default 0;
-- Whether the days that were summed by an earlier release have their keys.
alter table office_summed add column has_keys boolean not null default false;
