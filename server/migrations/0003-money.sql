-- Money: a double-entry ledger, the catalogue, coupons, quotes, orders, and what a subscription was paid for.
-- docs/money.md numbers the invariants that the constraints below carry (M1, M2 …).

alter table resellers
  -- Share of the price that an inviter gets, taken from the reseller's margin.
  add column commission_percent integer not null default 10 check (commission_percent between 0 and 100),
  -- How far a sale may push the reseller into debt.
  add column credit_limit_fen bigint not null default 0 check (credit_limit_fen >= 0),
  -- The user account, of any reseller, that runs this one.
  add column owner_reseller_id integer,
  add column owner_account_id bigint,
  add foreign key (owner_reseller_id, owner_account_id) references accounts (reseller_id, id),
  add check ((owner_reseller_id is null) = (owner_account_id is null));
create index resellers_owner on resellers (owner_reseller_id, owner_account_id) where owner_account_id is not null;
-- Keys of new agencies. A sequence never gives a number twice, also when the agency is gone.
create sequence reseller_keys as integer start 1000 maxvalue 999999999;

-- The ledger -----------------------------------------------------------------------------------------------------

-- A positive balance is the owner's claim. `code` is the address of an account: without nulls, so an index finds it.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('user', 'commission_pending', 'commission', 'hold', 'reseller', 'receivable', 'liability', 'platform', 'outside')),
  reseller_id integer references resellers,
  account_id bigint,
  -- The platform's own accounts are split in 16: every sale posts to them, and a row is locked until its transaction is
  -- on the disk. With one row for all, no two sales could be written in one flush.
  stripe integer not null default 0 check (stripe between 0 and 15 and (stripe = 0 or kind in ('platform', 'outside'))),
  code text not null unique generated always as (
    kind || coalesce(':' || reseller_id::text, '') || coalesce(':' || account_id::text, '') || case when stripe = 0 then '' else '#' || stripe::text end
  ) stored,
  balance_fen bigint not null default 0,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  constraint ledger_accounts_owner check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold') then reseller_id is not null and account_id is not null
      when kind in ('reseller', 'receivable', 'liability') then reseller_id is not null and account_id is null
      else reseller_id is null and account_id is null
    end
  ),
  -- M4
  constraint ledger_accounts_sign check (
    case
      when kind in ('user', 'commission_pending', 'commission', 'hold', 'reseller') then balance_fen >= 0
      when kind in ('receivable', 'liability') then balance_fen <= 0
      else true
    end
  )
);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- M5: natural, such as order:<id>:sale, so that a retry cannot make a second one.
  key text not null unique check (octet_length(key) between 3 and 200),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  reseller_id integer not null references resellers,
  memo jsonb not null default '{}' check (jsonb_typeof(memo) = 'object'),
  created_at timestamptz not null
);
create index ledger_transactions_time on ledger_transactions (reseller_id, created_at);

create table ledger_postings (
  transaction_id bigint not null references ledger_transactions,
  ledger_account_id bigint not null references ledger_accounts,
  amount_fen bigint not null check (amount_fen <> 0),
  balance_after_fen bigint not null,
  -- In this order it also reads one account's history: ids are drawn under the account's lock, so they tell the order.
  primary key (ledger_account_id, transaction_id)
);
create index ledger_postings_transaction on ledger_postings (transaction_id);

-- M1: checked when the database transaction commits.
create function ledger_postings_sum() returns trigger language plpgsql as $$
begin
  if (select sum(amount_fen) from ledger_postings where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to 0', new.transaction_id using errcode = 'check_violation', constraint = 'ledger_postings_sum';
  end if;
  return null;
end $$;
create constraint trigger ledger_postings_sum after insert on ledger_postings
  deferrable initially deferred for each row execute function ledger_postings_sum();

-- M2
create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversal instead', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_append_only();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_append_only();

-- One whole post in one round trip (measured: 2.2 times the speed of its statements sent one by one). Whoever posts
-- locks the accounts in the order of their ids, so two posts never wait for each other.
--
-- A leg is one position of the five arrays. Its mode: '' plain; 'release' credits a liability up to what it amounts to
-- and gives the rest to the reseller; 'owe' lets the reseller go into debt up to its credit limit; 'owe_beyond' without
-- a limit. A refusal is an answer, not an exception: the caller's transaction stays usable.
create function ledger_post(
  p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamptz,
  p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[],
  out transaction_id bigint, out repeated boolean, out refused text
) language plpgsql as $$
declare
  leg_codes text[];
  known_codes text[];
  ids bigint[];
  codes text[];
  kinds text[];
  owners integer[];
  balances bigint[];
  deltas bigint[];
  first_hash bytea;
  -- Of the platform's own accounts, by chance of the key: a retry takes the same.
  stripe integer := hashtext(p_key) & 15;
  place integer;
  reseller_place integer;
  part bigint;
  mode text;
  credit_limit bigint;
begin
  repeated := false;
  select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
  if found then
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;

  -- An order that cost nobody anything has no legs, and a transaction all the same.
  select coalesce(array_agg(
      p_kinds[i] || coalesce(':' || p_resellers[i]::text, '') || coalesce(':' || p_accounts[i]::text, '')
        || case when p_kinds[i] in ('platform', 'outside') and stripe > 0 then '#' || stripe::text else '' end order by i), '{}')
    into leg_codes from generate_subscripts(p_kinds, 1) i;
  -- A reseller's balance, its debt and a released liability move together, so their accounts are locked together.
  select coalesce(array_agg(distinct needed.code), '{}') into known_codes from (
    select unnest(leg_codes) as code
    union
    select tied.kind || ':' || p_resellers[i]::text
      from generate_subscripts(p_kinds, 1) i, (values ('reseller'), ('receivable')) tied (kind)
      where p_kinds[i] = 'reseller' or p_modes[i] = 'release'
  ) needed;
  if (select count(*) from ledger_accounts a where a.code = any (known_codes)) < cardinality(known_codes) then
    insert into ledger_accounts (kind, reseller_id, account_id, stripe)
      select split_part(split_part(c, '#', 1), ':', 1), nullif(split_part(c, ':', 2), '')::integer,
        nullif(split_part(c, ':', 3), '')::bigint, coalesce(nullif(split_part(c, '#', 2), '')::integer, 0)
      from unnest(known_codes) c
      where not exists (select from ledger_accounts a where a.code = c)
      order by c
      on conflict (code) do nothing;
  end if;

  select coalesce(array_agg(locked.id), '{}'), coalesce(array_agg(locked.code), '{}'), array_agg(locked.kind),
      array_agg(locked.reseller_id), array_agg(locked.balance_fen), array_agg(0::bigint)
    into ids, codes, kinds, owners, balances, deltas
    from (select * from ledger_accounts a where a.code = any (known_codes) order by a.id for no key update) locked;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] <> 'release' then
      place := array_position(codes, leg_codes[i]);
      deltas[place] := deltas[place] + p_amounts[i];
    end if;
  end loop;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] = 'release' then
      place := array_position(codes, leg_codes[i]);
      reseller_place := array_position(codes, 'reseller:' || p_resellers[i]::text);
      part := least(p_amounts[i], greatest(0, -(balances[place] + deltas[place])));
      deltas[place] := deltas[place] + part;
      deltas[reseller_place] := deltas[reseller_place] + p_amounts[i] - part;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] = 'reseller' then
      place := array_position(codes, 'receivable:' || owners[i]::text);
      if deltas[i] > 0 then
        part := least(deltas[i], -balances[place]);
        deltas[i] := deltas[i] - part;
        deltas[place] := deltas[place] + part;
      elsif balances[i] + deltas[i] < 0 then
        part := -(balances[i] + deltas[i]);
        select max(p_modes[j]) into mode from generate_subscripts(p_kinds, 1) j
          where p_kinds[j] = 'reseller' and p_resellers[j] = owners[i];
        select r.credit_limit_fen into credit_limit from resellers r where r.id = owners[i];
        if coalesce(mode, '') = '' or (mode = 'owe' and part - balances[place] > credit_limit) then
          refused := 'reseller_short';
          return;
        end if;
        deltas[i] := deltas[i] + part;
        deltas[place] := deltas[place] - part;
      end if;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] in ('user', 'commission', 'commission_pending', 'hold') and balances[i] + deltas[i] < 0 then
      refused := kinds[i] || '_short';
      return;
    end if;
  end loop;

  -- Only now, under the locks: the ids of one account's transactions then rise in the order of its balances.
  insert into ledger_transactions (key, input_hash, kind, reseller_id, memo, created_at)
    values (p_key, p_hash, p_kind, p_reseller_id, p_memo, p_now)
    on conflict (key) do nothing returning id into transaction_id;
  if transaction_id is null then
    select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;
  insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
    select ledger_post.transaction_id, ids[i], deltas[i], balances[i] + deltas[i]
    from generate_subscripts(ids, 1) i where deltas[i] <> 0;
  update ledger_accounts a set balance_fen = balances[i] + deltas[i]
    from generate_subscripts(ids, 1) i where a.id = ids[i] and deltas[i] <> 0;
end $$;

-- The first answer of a money call, by the key its caller made. Written in the transaction of the work itself.
create table idempotency_keys (
  reseller_id integer references resellers,
  account_id bigint,
  -- Without nulls, so that the index finds a caller who is not signed in too.
  owner text not null generated always as (coalesce(reseller_id::text, '') || ':' || coalesce(account_id::text, '')) stored,
  call text not null check (call ~ '^[a-z_.]{3,60}$'),
  key text not null check (octet_length(key) between 8 and 200),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  answer jsonb,
  created_at timestamptz not null,
  primary key (owner, call, key),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What an operator must look at.
create table alerts (
  id bigint generated always as identity primary key,
  reseller_id integer references resellers,
  kind text not null check (kind ~ '^[a-z_.]{3,60}$'),
  -- The same trouble with the same thing is one alert until somebody acknowledges it.
  subject text not null check (octet_length(subject) <= 200),
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text
);
create unique index alerts_open on alerts (kind, subject) where acknowledged_at is null;
create index alerts_time on alerts (created_at);

-- The catalogue --------------------------------------------------------------------------------------------------

-- Packages are the platform's; a reseller sells what it has an offer for.
create table packages (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('plan', 'pack')),
  name text not null unique check (char_length(name) between 1 and 40),
  note text not null default '' check (char_length(note) <= 200),
  -- Per month; of a pack or a one-time plan, once.
  traffic_bytes bigint not null check (traffic_bytes > 0),
  device_limit integer not null default 0 check (device_limit >= 0),
  line_limit integer not null default 0 check (line_limit >= 0),
  speed_class text not null default 'standard' check (speed_class in ('standard', 'fast', 'fastest')),
  -- Units left to sell, those of pending orders already taken off; null without limit.
  stock integer check (stock >= 0),
  is_listed boolean not null default true,
  place integer not null default 0,
  created_at timestamptz not null default now(),
  check (kind = 'pack' or (device_limit > 0 and line_limit > 0))
);

-- Without a row a package is not for sale at that reseller and period; it is never free for lack of a price.
create table package_offers (
  reseller_id integer not null references resellers,
  package_id integer not null references packages,
  period text not null check (period in ('month', 'quarter', 'half', 'year', 'once')),
  wholesale_fen bigint not null check (wholesale_fen between 0 and 100000000),
  retail_fen bigint not null check (retail_fen between 1 and 100000000),
  primary key (reseller_id, package_id, period)
);

create table coupons (
  id bigint generated always as identity primary key,
  reseller_id integer not null references resellers,
  code text not null check (code ~ '^[A-Z0-9-]{3,32}$'),
  percent integer check (percent between 1 and 100),
  amount_fen bigint check (amount_fen between 1 and 100000000),
  package_id integer references packages,
  account_id bigint,
  uses_max integer check (uses_max > 0),
  uses_per_account_max integer check (uses_per_account_max > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  unique (reseller_id, code),
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade,
  check ((percent is null) <> (amount_fen is null))
);

alter table subscriptions
  add column package_id integer references packages,
  add column period text check (period in ('month', 'quarter', 'half', 'year', 'once')),
  -- What the time and traffic that were left at the last purchase cost in real money: the basis of an upgrade's credit.
  add column paid_fen bigint not null default 0 check (paid_fen >= 0),
  -- The same for what the reseller paid the platform.
  add column paid_wholesale_fen bigint not null default 0 check (paid_wholesale_fen >= 0),
  add column paid_seconds bigint not null default 0 check (paid_seconds >= 0),
  add column paid_bytes bigint not null default 0 check (paid_bytes >= 0),
  -- The days of the month that renewals and resets aim at: 31 January, 28 February, 31 March.
  add column expiry_day integer check (expiry_day between 1 and 31),
  add column reset_day integer check (reset_day between 1 and 31),
  add column next_reset_at timestamptz,
  -- Part of total_bytes that came from traffic packs; used after the plan's own and kept over a reset.
  add column pack_bytes bigint not null default 0 check (pack_bytes >= 0),
  add column device_limit integer not null default 0 check (device_limit >= 0),
  add column line_limit integer not null default 0 check (line_limit >= 0),
  add column speed_class text not null default 'standard' check (speed_class in ('standard', 'fast', 'fastest')),
  add column auto_renew boolean not null default false,
  -- Which expiry, at which price, the owner was told of before being charged; which one could not be paid.
  add column renew_told_for timestamptz,
  add column renew_told_fen bigint,
  add column renew_failed_for timestamptz,
  -- Counts purchases and refunds: a price that was worked out from an earlier one no longer holds.
  add column revision integer not null default 0,
  add check (pack_bytes <= total_bytes);
create index subscriptions_reset on subscriptions (next_reset_at) where next_reset_at is not null;
create index subscriptions_auto_renew on subscriptions (expires_at) where auto_renew;

-- Quotes and orders ----------------------------------------------------------------------------------------------

create table quotes (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  action text not null check (action in ('new', 'renew', 'upgrade', 'pack')),
  package_id integer not null references packages,
  period text not null check (period in ('month', 'quarter', 'half', 'year', 'once')),
  coupon_id bigint,
  list_fen bigint not null check (list_fen > 0),
  discount_fen bigint not null check (discount_fen between 0 and list_fen),
  credit_fen bigint not null check (credit_fen >= 0),
  total_fen bigint not null check (total_fen = greatest(0, list_fen - discount_fen - credit_fen)),
  basis_revision integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade,
  foreign key (reseller_id, coupon_id) references coupons (reseller_id, id)
);
create index quotes_age on quotes (expires_at);

create table orders (
  id uuid primary key default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  action text not null check (action in ('new', 'renew', 'upgrade', 'pack', 'agency')),
  state text not null default 'pending' check (state in ('pending', 'paid', 'cancelled', 'expired', 'refunded')),
  package_id integer references packages,
  period text check (period in ('month', 'quarter', 'half', 'year', 'once')),
  -- One order per quote, however often it is sent.
  quote_id uuid unique,
  coupon_id bigint,
  list_fen bigint not null check (list_fen > 0),
  discount_fen bigint not null default 0 check (discount_fen between 0 and list_fen),
  credit_fen bigint not null default 0 check (credit_fen >= 0),
  -- M9
  total_fen bigint not null check (total_fen = greatest(0, list_fen - discount_fen - credit_fen)),
  wholesale_fen bigint not null check (wholesale_fen >= 0),
  -- Frozen when the order is made: who invited the buyer, and what that is worth.
  inviter_id bigint,
  commission_fen bigint not null default 0 check (commission_fen between 0 and total_fen),
  basis_revision integer not null default 0,
  -- A unit of the package's stock is taken off for this order.
  holds_stock boolean not null default false,
  paid_by text check (paid_by in ('balance', 'platform_merchant', 'own_merchant')),
  payment_id text,
  -- M8
  refunded_fen bigint not null default 0 check (refunded_fen between 0 and total_fen),
  -- An agency's name and contact.
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  closed_at timestamptz,
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (reseller_id, inviter_id) references accounts (reseller_id, id),
  foreign key (reseller_id, coupon_id) references coupons (reseller_id, id),
  foreign key (reseller_id, quote_id) references quotes (reseller_id, id) on delete set null (quote_id),
  check ((action = 'agency') = (package_id is null)),
  check ((package_id is null) = (period is null)),
  check ((state in ('paid', 'refunded')) = (settled_at is not null)),
  check ((settled_at is null) = (paid_by is null)),
  check (state <> 'refunded' or refunded_fen > 0),
  check (refunded_fen = 0 or state = 'refunded'),
  check (inviter_id <> account_id),
  check (commission_fen = 0 or inviter_id is not null)
);
-- One open order per user and kind: a second tab finds the first one's.
create unique index orders_one_open on orders (reseller_id, account_id, (case when action in ('pack', 'agency') then action else 'plan' end))
  where state = 'pending';
create index orders_account on orders (reseller_id, account_id, created_at desc, id);
create index orders_due on orders (expires_at) where state = 'pending';
create index orders_sold on orders (reseller_id, settled_at) where settled_at is not null;
create index orders_coupon on orders (reseller_id, coupon_id) where coupon_id is not null;
