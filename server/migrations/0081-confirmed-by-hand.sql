-- suits: 0.2.0
-- What staff confirm by hand, and each number that money came under: a gateway's flow number or a transaction of a chain
-- pays once for ever, whoever says so first.
create table payment_confirmations (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null references resellers (id),
  -- What is confirmed: a payment, or money of an account that came without one.
  payment_id uuid,
  account_id bigint,
  merchant_id text not null,
  merchant_owner_key integer not null,
  amount_fen bigint not null check (amount_fen between 1 and 100000000),
  proof text not null check (octet_length(proof) between 8 and 300),
  reason text not null check (char_length(reason) between 1 and 200),
  asked_by text not null,
  asked_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'done', 'dropped')),
  settled_by text,
  settled_at timestamptz,
  foreign key (reseller_id, payment_id) references payments (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (merchant_id, merchant_owner_key) references merchants (id, owner_key),
  check (merchant_owner_key = -1 or merchant_owner_key = reseller_id),
  check (payment_id is not null or account_id is not null),
  check ((state = 'asked') = (settled_at is null)),
  check ((state = 'asked') = (settled_by is null)),
  check (state <> 'done' or payment_id is not null)
);
create unique index payment_confirmations_proof on payment_confirmations (proof) where state <> 'dropped';
create index payment_confirmations_open on payment_confirmations (reseller_id, asked_at) where state = 'asked';
create index payment_confirmations_payment on payment_confirmations (payment_id);
create index payment_confirmations_account on payment_confirmations (reseller_id, account_id);

-- Transactions of a chain that gateways told of: what a notify named is not credited by hand as well.
create table payment_proofs (
  proof text not null primary key check (octet_length(proof) between 8 and 300),
  reseller_id integer not null,
  payment_id uuid not null,
  told_at timestamptz not null,
  foreign key (reseller_id, payment_id) references payments (reseller_id, id)
);
create index payment_proofs_payment on payment_proofs (reseller_id, payment_id);
