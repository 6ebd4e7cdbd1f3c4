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

-- The package that a user wants from the next period. It belongs to the package held when it was chosen: a change of
-- package clears it.
alter table subscriptions add column next_package_id integer, add column next_period text;
alter table subscriptions add constraint subscriptions_next_package_fkey
  foreign key (next_package_id) references packages (id) not valid;
alter table subscriptions add constraint subscriptions_next_check check (
  (next_package_id is null) = (next_period is null) and next_period in ('month', 'quarter', 'half', 'year')) not valid;

-- When a package begins that waits for the first byte; a byte before that moves its beginning and its end. Null, or past:
-- it waits no more. Release 0.2.0 does not know it: what it sells raises `revision` alone, and then nothing waits.
alter table subscriptions add column starts_by timestamptz;

-- Renew also when the traffic is used up, at this price at most; null: not wanted. The last time that was done.
alter table subscriptions add column early_renew_fen bigint;
alter table subscriptions add column early_renewed_at timestamptz;

-- A package can be a trial: so many days for nothing, once per account and mailbox (M47). `trial_paid_by` says who bears
-- its wholesale price, which the price list has as that of a one-time purchase.
alter table packages add column trial_days integer;
alter table packages add column trial_paid_by text;
alter table packages add constraint packages_trial_paid_by_check
  check (trial_paid_by in ('reseller', 'platform')) not valid;
alter table packages add constraint packages_trial check (
  (trial_days is null) = (trial_paid_by is null) and (trial_days is null or (kind = 'plan' and trial_days between 1 and 30))
) not valid;

-- The resellers that give a trial away; each decides for itself.
create table trial_offers (
  reseller_id integer not null references resellers (id),
  package_id integer not null references packages (id),
  created_at timestamptz not null,
  primary key (reseller_id, package_id)
);

-- A trial that somebody had. The mailbox is a keyed hash, so that it still counts after the account is gone.
create table trial_claims (
  reseller_id integer not null references resellers (id),
  account_id bigint not null,
  -- The gift that it became. M47 compares the two.
  gift_id bigint not null,
  mail_hash bytea not null check (octet_length(mail_hash) = 32),
  created_at timestamptz not null,
  primary key (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  unique (reseller_id, mail_hash),
  unique (gift_id)
);

-- The line below a package's name in other languages, as its names are.
alter table packages add column notes jsonb not null default '{}';
alter table packages add constraint packages_notes_check check (is_by_language(notes, 200)) not valid;

-- What the reseller takes for one key; null: it has not said, and the key counts at what it cost.
alter table card_batches add column price_fen bigint;
alter table card_batches add constraint card_batches_price_check check (price_fen between 0 and 100000000) not valid;

-- Keys of such a batch give a package whose days begin with the first byte.
alter table card_batches add column starts_at_use boolean not null default false;
alter table card_batches add constraint card_batches_starts_at_use check (
  not starts_at_use or kind = 'days' or (kind = 'package' and period <> 'once')
) not valid;

-- The keys of a batch while its buyer has not confirmed that they are saved: sealed to the batch, for a day at most.
create table unsaved_keys (
  batch_id bigint primary key,
  reseller_id integer not null,
  sealed_codes bytea not null,
  -- From then on nobody can read them, and a job deletes the row.
  erase_at timestamptz not null,
  foreign key (reseller_id, batch_id) references card_batches (reseller_id, id)
);
create index unsaved_keys_due on unsaved_keys (erase_at);

-- Keys that were redeemed on a day: their number, own prices, cost, and of balance keys the face value, which is sold
-- again when it is spent.
alter table office_days add column keys bigint not null default 0;
alter table office_days add column key_sales_fen bigint not null default 0;
alter table office_days add column key_cost_fen bigint not null default 0;
alter table office_days add column key_face_fen bigint not null default 0;
-- Whether the days that were summed by an earlier release have their keys.
alter table office_summed add column has_keys boolean not null default false;
