-- suits: 0.2.0
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
