-- suits: 0.2.0
-- The package that a user wants from the next period. It belongs to the package held when it was chosen: a change of
-- package clears it.
alter table subscriptions add column next_package_id integer, add column next_period text;
alter table subscriptions add constraint subscriptions_next_package_fkey
  foreign key (next_package_id) references packages (id) not valid;
alter table subscriptions add constraint subscriptions_next_check check (
  (next_package_id is null) = (next_period is null) and next_period in ('month', 'quarter', 'half', 'year')) not valid;
