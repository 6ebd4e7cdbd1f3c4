-- What the console's overview shows over long times: one row for each reseller and business day, written when the day is
-- over. Today, and a day that is not summed yet, is read from the rows themselves.
create table office_days (
  reseller_id integer not null references resellers (id),
  day date not null,
  orders bigint not null check (orders >= 0),
  sales_fen bigint not null check (sales_fen >= 0),
  -- Price less wholesale and commission, and less what the refunds of this day took back of that.
  margin_fen bigint not null,
  refunded_fen bigint not null check (refunded_fen >= 0),
  topped_up_fen bigint not null check (topped_up_fen >= 0),
  -- What trade did to the reseller's balance: sales, refunds, card keys and gifts.
  traded_fen bigint not null,
  new_users bigint not null check (new_users >= 0),
  active_users bigint not null check (active_users >= 0),
  primary key (reseller_id, day)
);
-- Up to which day they are summed, for all resellers. Of a day before that, a reseller without a row had nothing on it.
create table office_summed (
  id boolean primary key default true check (id),
  last_day date not null
);
