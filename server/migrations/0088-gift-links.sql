-- suits: 0.2.0
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

-- A user pays for what others get.
-- allowed: the next statement adds a wider one
alter table gifts drop constraint gifts_paid_by_check;
alter table gifts add constraint gifts_paid_by_check check (paid_by in ('reseller', 'platform', 'user')) not valid;

-- `gift_hold` is what a user has paid for links that nobody has used.
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed', 'reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold', 'platform', 'outside')) not valid;
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_owner;
alter table ledger_accounts add constraint ledger_accounts_owner check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed') then reseller_id is not null and account_id is not null
    when kind in ('reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold') then reseller_id is not null and account_id is null
    else reseller_id is null and account_id is null
  end
) not valid;
-- M4
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_sign;
alter table ledger_accounts add constraint ledger_accounts_sign check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed', 'reseller', 'cards', 'payout_hold', 'bulk_hold') then balance_fen >= 0
    when kind in ('receivable', 'liability') then balance_fen <= 0
    else true
  end
) not valid;
