-- Work on many users at once, views that a member keeps, and notices to some that stay with their reseller.

alter table notices
  add constraint notices_reseller_id_id_key unique (reseller_id, id),
  add constraint notices_addressed_check check (not is_addressed or reseller_id is not null);
alter table notice_recipients
  drop constraint notice_recipients_notice_id_fkey,
  add foreign key (reseller_id, notice_id) references notices (reseller_id, id);

-- One press of the button. What it is to do for whom, and at which price, is written before anything is done.
create table bulk_runs (
  id uuid primary key,
  reseller_id integer not null references resellers,
  staff_id bigint not null references staff,
  action text not null check (action in ('days', 'traffic', 'notice', 'block')),
  days integer check (days between 1 and 3660),
  gb integer check (gb between 1 and 100000),
  reason text check (char_length(reason) between 1 and 200),
  notice_id bigint,
  paid_by text not null default 'reseller' check (paid_by in ('reseller', 'platform')),
  people integer not null check (people > 0),
  cost_fen bigint not null check (cost_fen >= 0),
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- Made by the page: pressed twice is pressed once.
  request_key text not null check (octet_length(request_key) between 8 and 200),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (reseller_id, id),
  unique (reseller_id, request_key),
  foreign key (reseller_id, notice_id) references notices (reseller_id, id),
  check ((action = 'days') = (days is not null)),
  check ((action = 'traffic') = (gb is not null)),
  check ((action = 'block') = (reason is not null)),
  check ((action = 'notice') = (notice_id is not null)),
  check ((state = 'running') = (ended_at is null))
);
create index bulk_runs_newest on bulk_runs (reseller_id, created_at desc, id);

-- One user of it. Done and marked in one transaction, so nobody gets anything twice and nobody is left out.
create table bulk_items (
  bulk_id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  priced_fen bigint not null default 0 check (priced_fen >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped')),
  reason text check (reason ~ '^[a-z_.]{3,60}$'),
  done_at timestamptz,
  primary key (bulk_id, account_id),
  foreign key (reseller_id, bulk_id) references bulk_runs (reseller_id, id) on delete cascade,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  check ((state = 'waiting') = (done_at is null)),
  check ((state = 'skipped') = (reason is not null))
);
create index bulk_items_state on bulk_items (bulk_id, state, account_id);
create index bulk_items_account on bulk_items (reseller_id, account_id);

-- What a member called a list with its filters. Of one office, or of the platform's own floor.
create table saved_views (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  reseller_id integer references resellers,
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  screen text not null check (screen ~ '^[a-z-]{2,40}$'),
  name text not null check (char_length(name) between 1 and 40),
  -- As the address writes it.
  query text not null check (octet_length(query) <= 2000),
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (staff_id, owner_key, screen, lower(name));
