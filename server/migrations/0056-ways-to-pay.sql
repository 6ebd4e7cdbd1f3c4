-- suits: 0.2.0
-- A member sells to a user who paid outside: the reseller's balance pays wholesale, and what the user paid is a note.
-- allowed: the next statement adds a wider one
alter table orders drop constraint orders_paid_by_check;
alter table orders add constraint orders_paid_by_check
  check (paid_by in ('balance', 'platform_merchant', 'own_merchant', 'reseller')) not valid;
-- R = W: such a sale counts for its user as what the platform received, and pays nobody commission.
alter table orders add constraint orders_by_hand_at_wholesale check (paid_by is distinct from 'reseller'
  or (total_fen = wholesale_fen and discount_fen = 0 and credit_fen = 0 and commission_fen = 0 and inviter_id is null
    and action in ('new', 'renew'))) not valid;

create table hand_sales (
  order_id uuid primary key,
  reseller_id integer not null,
  -- Such as staff:3.
  sold_by text not null,
  cost_fen bigint not null check (cost_fen > 0),
  -- What the user paid, as the member wrote it; no money moved for it here.
  noted_fen bigint check (noted_fen >= 0),
  created_at timestamptz not null,
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
);
create index hand_sales_by_day on hand_sales (reseller_id, created_at);

-- An order may be paid partly from the balance. That part is held while the payment of the rest is open (M45).
alter table orders add column balance_fen bigint not null default 0;
-- The open payment that the part is held for; null when it is taken or went back.
alter table orders add column held_for uuid;
alter table orders add constraint orders_balance_part check (
  balance_fen = 0 or (balance_fen > 0 and balance_fen < total_fen and action <> 'agency' and paid_by is distinct from 'reseller')
) not valid;
alter table orders add constraint orders_held_while_unpaid check (
  held_for is null or (balance_fen > 0 and state in ('pending', 'cancelled', 'expired'))
) not valid;

-- The order costs both together; only `amount_fen` goes through the gateway.
alter table payments add column balance_fen bigint not null default 0;
alter table payments add column counts_balance boolean not null default false;
alter table payments add constraint payments_balance_part check (
  balance_fen = 0 or (balance_fen > 0 and purpose = 'package')
) not valid;
-- A release that does not know of parts would credit the whole price. It must leave such a payment alone.
alter table payments add constraint payments_parts_counted check (
  balance_fen = 0 or paid_at is null or counts_balance
) not valid;

-- Of one refund: what goes back through the gateway, and what goes back to the balance beside it.
alter table refunds add column balance_fen bigint not null default 0;
-- allowed: the next statement adds a wider one
alter table refunds drop constraint refunds_amount_fen_check;
alter table refunds add constraint refunds_amounts check (
  amount_fen >= 0 and balance_fen >= 0 and amount_fen + balance_fen > 0
) not valid;

-- A gift link: days or traffic that somebody has paid for, and that anybody of the same reseller may use once (M46).
-- Until then a user's price is in `gift_hold`, a reseller's in `bulk_hold` (the row of `bulk_holds` has the same id).
create table gift_links (
  id uuid primary key,
  reseller_id integer not null references resellers (id),
  -- Null: the reseller gives.
  giver_id bigint,
  made_by text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  last_four text not null,
  kind text not null check (kind in ('days', 'traffic')),
  package_id integer not null references packages (id),
  days integer check (days between 1 and 3660),
  traffic_bytes bigint check (traffic_bytes > 0),
  price_fen bigint not null,
  wholesale_fen bigint not null check (wholesale_fen >= 0),
  state text not null default 'open' check (state in ('open', 'used', 'returned')),
  used_by bigint,
  -- The gift that it became. M46 compares the two.
  gift_id bigint,
  ended_at timestamptz,
  request_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (reseller_id, giver_id) references accounts (reseller_id, id),
  foreign key (reseller_id, used_by) references accounts (reseller_id, id),
  unique (reseller_id, code_hash),
  unique nulls not distinct (reseller_id, giver_id, request_key),
  check ((kind = 'days') = (days is not null)),
  check ((kind = 'traffic') = (traffic_bytes is not null)),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'used') = (used_by is not null) and (state = 'used') >= (gift_id is not null)),
  check (case when giver_id is null then price_fen = wholesale_fen else price_fen >= wholesale_fen end)
);
create index gift_links_open on gift_links (expires_at) where state = 'open';
create index gift_links_given on gift_links (reseller_id, giver_id, created_at desc, id);
create index gift_links_used on gift_links (reseller_id, used_by) where used_by is not null;
create unique index gift_links_gift on gift_links (gift_id);
-- The overview counts the links of users that somebody used on a day.
create index gift_links_sold on gift_links (reseller_id, ended_at) where state = 'used' and giver_id is not null;

-- A user pays for what others get.
-- allowed: the next statement adds a wider one
alter table gifts drop constraint gifts_paid_by_check;
alter table gifts add constraint gifts_paid_by_check check (paid_by in ('reseller', 'platform', 'user')) not valid;
