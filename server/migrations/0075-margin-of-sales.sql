-- suits: 0.2.0
-- The sums of a day have the margin of its sales as they were made: what was given back since is read from the orders,
-- because it may come later. A job sums the days before again, once.
alter table office_summed add column has_gross boolean not null default false;
