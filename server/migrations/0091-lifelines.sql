-- suits: 0.2.0
-- After a package has ended or its traffic is used up, the user's lines still get to the portal and the cashier for some
-- days, where the operator lets the reseller's users. Off at first.
alter table resellers add column has_lifelines boolean not null default false;

-- What the node's agent said when it last asked: whether it can hold such users to the listed places.
alter table nodes add column has_lifelines boolean not null default false;

-- One for each ending; at most one of an account runs at a time. The bytes are the platform's own: they are charged to
-- nobody and stand in no usage, and this table lists them.
create table lifelines (
  reseller_id integer not null,
  account_id bigint not null,
  ended_at timestamptz not null,
  until_at timestamptz not null,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  primary key (reseller_id, account_id, ended_at),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index lifelines_until on lifelines (until_at);
