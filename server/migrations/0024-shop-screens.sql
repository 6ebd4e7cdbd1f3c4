-- What the console's lists of orders, payments, card keys and invites are read by, and wishes for a refund.
-- A list is one reseller's, sorted by a column and told apart by the id; each filter leads to the newest of its rows.

create index orders_listed on orders (reseller_id, created_at, id);
create index orders_by_total on orders (reseller_id, total_fen, id);
create index orders_by_state on orders (reseller_id, state, created_at, id);
create index orders_by_action on orders (reseller_id, action, created_at, id);
create index orders_by_package on orders (reseller_id, package_id, created_at, id) where package_id is not null;
create index orders_by_source on orders (reseller_id, paid_by, created_at, id) where paid_by is not null;
-- With what a coupon cost beside each use.
drop index orders_coupon;
create index orders_coupon on orders (reseller_id, coupon_id) include (state, discount_fen) where coupon_id is not null;

create index payments_listed on payments (reseller_id, created_at, id);
create index payments_by_amount on payments (reseller_id, amount_fen, id);
create index payments_by_state on payments (reseller_id, state, created_at, id);
create index payments_by_purpose on payments (reseller_id, purpose, created_at, id);
create index payments_by_channel on payments (reseller_id, channel, created_at, id);
create index payments_late on payments (reseller_id, created_at, id) where credited_to = 'balance' and order_id is not null;
create index payments_trade on payments (trade_no) where trade_no is not null;
create index payments_order on payments (order_id, created_at) where order_id is not null;

create index cards_listed on cards (reseller_id, id);
create index cards_by_state on cards (reseller_id, state, id);
create index cards_last_four on cards (reseller_id, last_four, id) where last_four is not null;

create index accounts_invited on accounts (reseller_id, created_at, id) include (inviter_id) where inviter_id is not null;

-- Staff of a reseller ask the operator to give a buyer's money back: an order's, or a top-up's.
create table refund_wishes (
  id bigint generated always as identity primary key,
  reseller_id integer not null references resellers,
  order_id uuid,
  payment_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null check (char_length(reason) between 1 and 200),
  asked_by text not null,
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'done', 'declined')),
  answer text check (char_length(answer) between 1 and 200),
  settled_at timestamptz,
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, payment_id) references payments (reseller_id, id),
  check (order_id is not null or payment_id is not null),
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'declined') = (answer is not null))
);
create unique index refund_wishes_of_order on refund_wishes (order_id) where state = 'open' and order_id is not null;
create unique index refund_wishes_of_payment on refund_wishes (payment_id) where state = 'open' and payment_id is not null;
create index refund_wishes_open on refund_wishes (created_at) where state = 'open';
create index refund_wishes_order on refund_wishes (order_id, id) where order_id is not null;
create index refund_wishes_payment on refund_wishes (payment_id, id) where payment_id is not null;
