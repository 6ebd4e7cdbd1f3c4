-- Four eyes over what the platform pays by hand, and the platform's own months.

-- Who released it for paying; kept apart from who said that it was paid.
alter table payouts add column approved_by text, add column approved_at timestamptz;
alter table withdrawals add column approved_by text, add column approved_at timestamptz, add column settled_by text;
-- allowed: paid by hand, so there are never many
alter table payouts add constraint payouts_approved check ((approved_by is null) = (approved_at is null));
-- allowed: paid by hand, so there are never many
alter table payouts add constraint payouts_four_eyes
  check (state <> 'paid' or approved_by is null or approved_by <> settled_by);
-- allowed: paid by hand, so there are never many
alter table withdrawals add constraint withdrawals_approved check ((approved_by is null) = (approved_at is null));
-- allowed: paid by hand, so there are never many
alter table withdrawals add constraint withdrawals_four_eyes
  check (state <> 'paid' or approved_by is null or settled_by is null or approved_by <> settled_by);
-- allowed: paid by hand, so there are never many
create index payouts_by_time on payouts (created_at, id);
-- allowed: paid by hand, so there are never many
create index withdrawals_by_time on withdrawals (created_at, id);

-- A business month of the platform's own two accounts, stored once it is final.
create table platform_statements (
  month date primary key check (extract(day from month) = 1),
  body jsonb not null,
  stored_at timestamptz not null
);
-- M39: equal for ever.
create trigger platform_statements_append_only before update or delete or truncate on platform_statements
  for each statement execute function ledger_append_only();
