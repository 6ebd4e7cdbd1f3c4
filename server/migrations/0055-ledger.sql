-- suits: 0.2.0
-- `order_hold` is what the open orders of a user hold of its balance, `gift_hold` what it has paid for links that nobody has
-- used.
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed', 'reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold', 'platform', 'outside')) not valid;
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_owner;
alter table ledger_accounts add constraint ledger_accounts_owner check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed') then reseller_id is not null and account_id is not null
    when kind in ('reseller', 'receivable', 'liability', 'cards', 'payout_hold', 'bulk_hold') then reseller_id is not null and account_id is null
    else reseller_id is null and account_id is null
  end
) not valid;
-- M4
-- allowed: the next statement adds a wider one
alter table ledger_accounts drop constraint ledger_accounts_sign;
alter table ledger_accounts add constraint ledger_accounts_sign check (
  case
    when kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed', 'reseller', 'cards', 'payout_hold', 'bulk_hold') then balance_fen >= 0
    when kind in ('receivable', 'liability') then balance_fen <= 0
    else true
  end
) not valid;

-- As before, but for its last statement: it read all ledger accounts to change two. Up to some 25,000 of them the planner
-- took that for the faster way.
create or replace function ledger_post(
  p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamptz,
  p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[],
  out transaction_id bigint, out repeated boolean, out refused text, out unclaimed_accounts bigint[]
) language plpgsql
as $$
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
  unclaimed_accounts := '{}';
  select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
  if found then
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;

  -- Who is gone can spend nothing: what still arrives waits where a person can give it back.
  select coalesce(array_agg(p_accounts[i]) filter (where gone.is_gone), '{}'),
      coalesce(array_agg(case when gone.is_gone then 'unclaimed' else p_kinds[i] end order by i), p_kinds)
    into unclaimed_accounts, p_kinds
    from generate_subscripts(p_kinds, 1) i cross join lateral (
      select p_kinds[i] in ('user', 'commission') and p_amounts[i] > 0 and exists (
        select from accounts a where a.reseller_id = p_resellers[i] and a.id = p_accounts[i] and a.deleted_at is not null
      ) as is_gone
    ) gone;

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
    if kinds[i] in ('user', 'commission', 'commission_pending', 'hold', 'unclaimed', 'payout_hold', 'bulk_hold') and balances[i] + deltas[i] < 0 then
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
  -- By unnest, of which the planner expects some rows. It expects a thousand subscripts, and then reads the whole table.
  update ledger_accounts a set balance_fen = a.balance_fen + moved.delta
    from unnest(ids, deltas) moved (id, delta) where a.id = moved.id and moved.delta <> 0;
end $$;

-- When a server that knows the rule below let the commission go. Null: it waits, or an earlier release let it go.
alter table commissions add column confirmed_at timestamptz;

-- The first transaction whose debt a reseller has not paid, as the ledger was before one; null when it owes nothing. What
-- comes in pays the oldest debt first, so what is owed is the newest debts: from the newest back, until they are the sum.
-- A refund takes back the debt of its own sale and pays no other with it.
create function unpaid_debt_from(of_reseller integer, before_id bigint default null) returns bigint
language plpgsql stable as $$
declare
  last_id bigint := coalesce(before_id, 9223372036854775807);
  debt_id bigint;
  owed bigint;
  newer bigint := 0;
  first_unpaid bigint;
  taken_back jsonb := '{}';
  move record;
begin
  select a.id into debt_id from ledger_accounts a where a.code = 'receivable:' || of_reseller;
  select -p.balance_after_fen into owed from ledger_postings p
    where p.ledger_account_id = debt_id and p.transaction_id < last_id order by p.transaction_id desc limit 1;
  if coalesce(owed, 0) = 0 then return null; end if;
  for move in
    select p.transaction_id, p.amount_fen, t.kind, t.memo ->> 'orderId' as order_id
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where p.ledger_account_id = debt_id and p.transaction_id < last_id order by p.transaction_id desc
  loop
    if move.amount_fen > 0 then
      if move.kind = 'refund' then
        taken_back := taken_back
          || jsonb_build_object(move.order_id, coalesce((taken_back ->> move.order_id)::bigint, 0) + move.amount_fen);
      end if;
      continue;
    end if;
    first_unpaid := move.transaction_id;
    newer := newer + greatest(0, -move.amount_fen
      - case when move.kind = 'sale' then coalesce((taken_back ->> move.order_id)::bigint, 0) else 0 end);
    exit when newer >= owed;
  end loop;
  return first_unpaid;
end
$$;
