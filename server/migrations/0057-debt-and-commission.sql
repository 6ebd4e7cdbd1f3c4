-- suits: 0.2.0
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
