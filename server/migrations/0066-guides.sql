-- suits: 0.2.0
-- First steps in the console: whether a reseller's staff (key 0: the platform's) have looked at the prices they began
-- with, and whether they put the guide away.
create table office_guides (
  reseller_id integer primary key references resellers,
  prices_seen_at timestamptz,
  dismissed_at timestamptz
);
-- What a new agency may earn, in the operator's words, shown before the fee is asked for. Null: nothing is shown.
alter table price_lists add column earnings_example text;
alter table price_lists add constraint price_lists_earnings_example_check
  check (char_length(earnings_example) between 1 and 500) not valid;
