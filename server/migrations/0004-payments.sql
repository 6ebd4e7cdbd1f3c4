-- Payments: who takes the money, each payment, what gateways told us, and what was given back.
-- docs/money.md numbers the invariants that the constraints below carry.

create table merchants (
  -- Random: it is part of the address that the gateway notifies.
  id text primary key check (id ~ '^[a-z0-9]{12}$'),
  -- Null: the platform's own.
  reseller_id integer references resellers,
  -- Without nulls, so that a payment can be tied to it. -1 is the platform.
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  provider text not null check (provider in ('alipay', 'epay')),
  name text not null check (char_length(name) between 1 and 40),
  -- Alipay's app_id, EPay's pid.
  app_id text not null check (app_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  seller_id text check (seller_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- Our private key at Alipay, the shared key at EPay; sealed to this row.
  sealed_secret bytea not null,
  alipay_public_key text,
  gateway_url text not null check (gateway_url ~ '^https?://'),
  -- Where a browser reaches the gateway, when that is another address than ours to it.
  page_url text check (page_url ~ '^https?://'),
  -- Where the gateway reaches us, when that is another address than PUBLIC_URL.
  notify_base_url text check (notify_base_url ~ '^https?://'),
  channels text[] not null check (channels <@ array['alipay', 'wxpay', 'qqpay'] and cardinality(channels) > 0),
  devices text[] not null check (devices <@ array['pc', 'wap', 'qr'] and cardinality(devices) > 0),
  -- What stands between the signed text and the key: some EPay sites want '&key='.
  epay_key_prefix text not null default '' check (epay_key_prefix in ('', '&key=')),
  is_sandbox boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (id, owner_key),
  check ((provider = 'alipay') = (seller_id is not null)),
  check ((provider = 'alipay') = (alipay_public_key is not null)),
  check (provider <> 'alipay' or channels = array['alipay'])
);
-- The sandbox's gateway moves to another port at every start.
create unique index merchants_sandbox on merchants (provider, app_id) where is_sandbox;
create unique index merchants_app on merchants (provider, app_id, gateway_url) where not is_sandbox;
create index merchants_owner on merchants (owner_key) where disabled_at is null;

create table payments (
  id uuid primary key default gen_random_uuid(),
  out_trade_no text not null unique check (out_trade_no ~ '^[A-Za-z0-9_]{1,64}$'),
  purpose text not null check (purpose in ('user', 'package', 'agency', 'daili')),
  -- Whose user pays; of an agent payment, who is paid.
  reseller_id integer not null references resellers,
  account_id bigint,
  order_id uuid,
  merchant_id text not null,
  -- A payment never goes to a third reseller's merchant.
  merchant_owner_key integer not null check (merchant_owner_key in (-1, reseller_id)),
  channel text not null check (channel in ('alipay', 'wxpay', 'qqpay')),
  amount_fen bigint not null check (amount_fen between 1 and 100000000),
  state text not null default 'pending' check (state in ('pending', 'paid', 'closed', 'refunded')),
  credited_to text check (credited_to in ('order', 'balance')),
  trade_no text check (octet_length(trade_no) between 1 and 64),
  -- What the payer was given, so that a second tab gets the same.
  pc_url text,
  wap_url text,
  qr_code text,
  -- The pay call's key: makes it idempotent, and lets a payer without an account look.
  payer text not null generated always as (coalesce(reseller_id::text || ':' || account_id::text, '')) stored,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  asked_hash bytea not null check (octet_length(asked_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  -- Asked for, and known to have gone back.
  refund_asked_fen bigint not null default 0,
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  unique (reseller_id, id),
  unique (payer, key_hash),
  -- One trade of a gateway pays for one thing.
  unique (merchant_id, trade_no),
  foreign key (merchant_id, merchant_owner_key) references merchants (id, owner_key),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((purpose in ('package', 'agency')) = (order_id is not null)),
  check ((purpose = 'daili') = (account_id is null)),
  check (purpose not in ('daili', 'agency') or merchant_owner_key = -1),
  check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  check ((paid_at is null) = (trade_no is null)),
  check ((paid_at is null) = (credited_to is null)),
  check ((state = 'refunded') = (refunded_fen > 0)),
  check (refund_asked_fen between refunded_fen and amount_fen),
  check (refund_asked_fen = 0 or paid_at is not null)
);
create unique index payments_one_open on payments (order_id) where state = 'pending';
create index payments_account on payments (reseller_id, account_id, created_at desc, id);
create index payments_due on payments (expires_at) where state = 'pending';

-- Every notify with a right signature, written before it is acted on.
create table notify_inbox (
  id bigint generated always as identity primary key,
  merchant_id text not null references merchants,
  -- The gateway's own id of it, else a hash of what it says; a resent one is the same row.
  notify_key text not null check (octet_length(notify_key) between 1 and 128),
  payment_id uuid references payments,
  body text not null check (octet_length(body) <= 65536),
  verdict text not null default 'received' check (verdict in
    ('received', 'settled', 'repeated', 'unconfirmed', 'refund', 'mismatch', 'unknown', 'ignored')),
  times integer not null default 1,
  received_at timestamptz not null,
  unique (merchant_id, notify_key)
);
create index notify_inbox_age on notify_inbox (received_at);
create index notify_inbox_payment on notify_inbox (payment_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null,
  payment_id uuid not null,
  -- The gateway does one refund per number, however often it is asked.
  out_request_no text not null unique check (out_request_no ~ '^[A-Za-z0-9_]{1,64}$'),
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  reason text not null check (char_length(reason) <= 200),
  actor text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  foreign key (reseller_id, payment_id) references payments (reseller_id, id),
  check ((state = 'asked') = (settled_at is null))
);
create index refunds_payment on refunds (payment_id);
