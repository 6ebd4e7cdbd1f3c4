-- suits: 0.2.0
-- The example of what a new agency may earn, in the other languages.
alter table price_lists add column earnings_examples jsonb not null default '{}';
alter table price_lists add constraint price_lists_earnings_examples_check
  check (is_by_language(earnings_examples, 500)) not valid;
