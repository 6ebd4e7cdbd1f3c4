-- Monthly statements of a reseller: sums of each day, and the statements themselves once they are final.

-- The ledger's accounts of a reseller by day and kind of transaction; `sales` has what the day's sales were made of.
create table ledger_days (
  reseller_id integer not null references resellers,
  day date not null,
  kind text not null check (kind in ('reseller', 'receivable', 'cards', 'payout_hold', 'bulk_hold', 'liability', 'sales')),
  entry text not null,
  amount_fen bigint not null,
  primary key (reseller_id, day, kind, entry)
);

-- A day is closed once, an hour after its end, and none before the one before it.
create table ledger_closed_days (
  day date primary key,
  until timestamptz not null,
  closed_at timestamptz not null,
  check (closed_at >= until + interval '1 hour')
);
create index ledger_transactions_created on ledger_transactions (created_at);

create table statements (
  reseller_id integer not null references resellers,
  month date not null check (extract(day from month) = 1),
  body jsonb not null,
  stored_at timestamptz not null,
  primary key (reseller_id, month)
);
-- M38: equal for ever.
create trigger statements_append_only before update or delete or truncate on statements
  for each statement execute function ledger_append_only();
