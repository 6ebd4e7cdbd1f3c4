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

-- For the search inside names, addresses and notes: the next file builds its indexes.
create extension if not exists pg_trgm;
