-- Card keys, commissions and their withdrawal, agencies.
-- docs/money.md numbers the invariants that the constraints below carry.

-- A new kind of claim: `cards` is what the unused card keys of a reseller have cost it.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_owner,
  drop constraint ledger_accounts_sign,
  add constraint ledger_accounts_kind_check check (kind in
    ('user', 'commission_pending', 'commission', 'hold', 'reseller', 'receivable', 'liability', 'cards', 'platform', 'outside')),
  add constraint ledger_accounts_owner check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold') then reseller_id is not null and account_id is not null
      when kind in ('reseller', 'receivable', 'liability', 'cards') then reseller_id is not null and account_id is null
      else reseller_id is null and account_id is null
    end
  ),
  -- M4
  add constraint ledger_accounts_sign check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold', 'reseller', 'cards') then balance_fen >= 0
      when kind in ('receivable', 'liability') then balance_fen <= 0
      else true
    end
  );

-- Card keys ------------------------------------------------------------------------------------------------------

-- What all keys of one purchase are worth. A reseller pays for them when it buys them.
create table card_batches (
  id bigint generated always as identity primary key,
  reseller_id integer not null references resellers,
  kind text not null check (kind in ('balance', 'package', 'traffic', 'days')),
  -- `balance`: what a key adds to its user's balance.
  amount_fen bigint check (amount_fen between 1 and 100000000),
  -- The plan a key gives; for `traffic` the pack that set the price.
  package_id integer references packages,
  period text check (period in ('month', 'quarter', 'half', 'year', 'once')),
  traffic_bytes bigint check (traffic_bytes > 0),
  days integer check (days between 1 and 3660),
  -- Of one key, what the reseller paid.
  cost_fen bigint not null check (cost_fen >= 0),
  key_count integer not null check (key_count between 1 and 1000),
  -- Made by the buyer: the same purchase sent twice is one.
  request_key text not null check (octet_length(request_key) between 8 and 200),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- From then on its unused keys are void and paid back.
  closed_at timestamptz,
  unique (reseller_id, id),
  unique (reseller_id, request_key),
  check ((kind = 'balance') = (amount_fen is not null)),
  check ((kind = 'balance') = (package_id is null)),
  check ((kind = 'package') = (period is not null)),
  check ((kind = 'traffic') = (traffic_bytes is not null)),
  check ((kind = 'days') = (days is not null)),
  -- M23
  check (kind <> 'balance' or cost_fen = amount_fen)
);
create index card_batches_due on card_batches (expires_at) where closed_at is null;

-- A key itself is nowhere in the clear: a hash finds it, and who it was assigned to has it sealed while it is unused.
create table cards (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  batch_id bigint not null,
  -- Plain SHA-256 is enough for 134 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  state text not null default 'unused' check (state in ('unused', 'redeemed', 'void')),
  last_four text check (last_four ~ '^[0-9A-Z]{4}$'),
  sealed_code bytea,
  account_id bigint,
  assigned_at timestamptz,
  redeemed_by bigint,
  redeemed_at timestamptz,
  -- Another reseller's key is simply not there.
  unique (reseller_id, code_hash),
  foreign key (reseller_id, batch_id) references card_batches (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (reseller_id, redeemed_by) references accounts (reseller_id, id),
  check ((account_id is null) = (assigned_at is null)),
  check ((redeemed_by is null) = (redeemed_at is null)),
  check ((state = 'redeemed') = (redeemed_at is not null)),
  check ((sealed_code is not null) = (state = 'unused' and account_id is not null)),
  check (last_four is not null or (account_id is null and redeemed_by is null))
);
create index cards_batch on cards (batch_id, state);
create index cards_account on cards (reseller_id, account_id) where account_id is not null;
create index cards_redeemed_by on cards (reseller_id, redeemed_by) where redeemed_by is not null;

-- Invites --------------------------------------------------------------------------------------------------------

-- An inviter was there before whom it invited, so nobody invites himself, not even in a circle.
alter table accounts add constraint accounts_inviter_is_older check (inviter_id < id);
create index accounts_inviter on accounts (reseller_id, inviter_id) where inviter_id is not null;

-- What an inviter gets of one order. A refund makes it smaller, down to void.
create table commissions (
  order_id uuid primary key,
  reseller_id integer not null,
  inviter_id bigint not null,
  invitee_id bigint not null,
  amount_fen bigint not null check (amount_fen >= 0),
  state text not null check (state in ('pending', 'confirmed', 'void')),
  confirm_after timestamptz not null,
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  foreign key (reseller_id, inviter_id) references accounts (reseller_id, id),
  foreign key (reseller_id, invitee_id) references accounts (reseller_id, id),
  check (inviter_id < invitee_id),
  check ((state = 'void') = (amount_fen = 0))
);
create index commissions_inviter on commissions (reseller_id, inviter_id, invitee_id);
create index commissions_due on commissions (confirm_after) where state = 'pending';

-- Asked for by a user, paid out by the operator. The money is on hold meanwhile.
create table withdrawals (
  id uuid primary key,
  reseller_id integer not null,
  account_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  method text not null check (method in ('alipay', 'wechat', 'bank')),
  -- Where to pay to; sealed to this row.
  sealed_account bytea not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'rejected')),
  -- Why it was rejected, for its user to read.
  reason text check (char_length(reason) between 1 and 200),
  created_at timestamptz not null,
  settled_at timestamptz,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  check ((state = 'pending') = (settled_at is null)),
  check ((state = 'rejected') = (reason is not null))
);
create index withdrawals_account on withdrawals (reseller_id, account_id, created_at desc);
create index withdrawals_pending on withdrawals (created_at) where state = 'pending';

-- Agencies -------------------------------------------------------------------------------------------------------

alter table resellers
  -- What the owner wrote when opening it, for the operator. The brand is another thing.
  add column agency_name text check (char_length(agency_name) between 1 and 40),
  add column agency_contact text check (char_length(agency_contact) between 1 and 100),
  -- One order opens one agency.
  add column opened_by_order uuid unique,
  add foreign key (owner_reseller_id, opened_by_order) references orders (reseller_id, id);
-- An account runs one reseller.
drop index resellers_owner;
create unique index resellers_owner on resellers (owner_reseller_id, owner_account_id) where owner_account_id is not null;
