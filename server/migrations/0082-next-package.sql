-- suits: 0.2.0
-- The package that a user wants from the next period. It belongs to the package held when it was chosen: a change of
-- package clears it.
alter table subscriptions
  add column next_package_id integer references packages (id),
  add column next_period text check (next_period in ('month', 'quarter', 'half', 'year')),
  add constraint subscriptions_next_whole check ((next_package_id is null) = (next_period is null));
