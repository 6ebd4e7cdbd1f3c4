-- suits: 0.2.0
-- What every stretch of time, one-time traffic and pack was paid with: an order, a card key or a gift. Pieces run in the order
-- of their numbers. Without any of the three it is from before there were pieces, or the release before made it since.
create table subscription_pieces (
  reseller_id integer not null,
  account_id bigint not null,
  number integer not null check (number > 0),
  -- time: of a plan by the month; once: of a one-time plan; pack: kept until used, no part of any credit
  kind text not null check (kind in ('time', 'once', 'pack')),
  package_id integer references packages (id),
  order_id uuid,
  card_id bigint,
  gift_id bigint,
  -- What counts when the package changes: what the user paid, and what the platform received. Of a gift neither.
  paid_fen bigint not null check (paid_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  -- What the platform has received for it, and what it bears itself: its own gifts, and refunds of what was used.
  received_fen bigint not null check (received_fen >= 0),
  own_fen bigint not null check (own_fen >= 0),
  -- What was granted, less what was taken back or given up.
  seconds bigint not null check (seconds >= 0),
  bytes bigint not null check (bytes >= 0),
  -- The wholesale price in force when it was sold, and what it buys: seconds, or bytes where there is no time. Null: from before.
  rate_fen bigint check (rate_fen >= 0),
  rate_seconds bigint not null check (rate_seconds >= 0),
  rate_bytes bigint not null check (rate_bytes >= 0),
  -- What was left of it when the package changed, and in which piece that is since.
  became integer,
  moved_paid_fen bigint not null check (moved_paid_fen >= 0),
  moved_credit_fen bigint not null check (moved_credit_fen >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (reseller_id, account_id, number),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, card_id) references cards (reseller_id, id),
  foreign key (reseller_id, gift_id) references gifts (reseller_id, id),
  foreign key (reseller_id, account_id, became) references subscription_pieces (reseller_id, account_id, number),
  unique (order_id),
  unique (card_id),
  unique (gift_id),
  check (num_nonnulls(order_id, card_id, gift_id) <= 1),
  check (became > number)
);
create index subscription_pieces_live on subscription_pieces (reseller_id, account_id, number) where ended_at is null;

-- The revision that the pieces belong to: where it is another than the row's own, somebody changed the row who knows no pieces.
alter table subscriptions add column piece_revision integer, add column last_piece integer not null default 0;
-- The whole wholesale price of a package when it was ordered; `wholesale_fen` is what is left of it after a credit.
alter table orders add column full_wholesale_fen bigint;
