-- suits: 0.2.0
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

-- `order_hold` is what the open orders of a user hold of its balance.
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'unclaimed', 'reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold', 'platform', 'outside')) not valid;
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_owner;
alter table ledger_accounts add constraint ledger_accounts_owner check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'unclaimed') then reseller_id is not null and account_id is not null
    when kind in ('reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold') then reseller_id is not null and account_id is null
    else reseller_id is null and account_id is null
  end
) not valid;
-- M4
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_sign;
alter table ledger_accounts add constraint ledger_accounts_sign check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'unclaimed', 'reseller', 'cards', 'payout_hold', 'bulk_hold') then balance_fen >= 0
    when kind in ('receivable', 'liability') then balance_fen <= 0
    else true
  end
) not valid;
