-- outside a transaction
-- suits: 0.2.0
-- What the figures of the overview open: sales that were given back, top-ups by the day they were paid, keys by the day
-- they were redeemed.
drop index concurrently if exists orders_given_back;
create index concurrently orders_given_back on orders (reseller_id, settled_at) where refunded_fen > 0;
drop index concurrently if exists payments_topped_up;
create index concurrently payments_topped_up on payments (reseller_id, paid_at) where purpose = 'user' and paid_at is not null;
drop index concurrently if exists cards_redeemed;
create index concurrently cards_redeemed on cards (reseller_id, redeemed_at, id) where redeemed_at is not null;
