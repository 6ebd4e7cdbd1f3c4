-- For a post that is the last thing before COMMIT and is sent together with it: nobody looks at an answer any more, so what
-- ledger_post would refuse ends the transaction. The accounts are then locked for no longer than the commit takes.
create function ledger_post_or_fail(
  p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamptz,
  p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[]
) returns void language plpgsql as $$
declare
  answer record;
begin
  select * into answer from ledger_post(
    p_key, p_hash, p_kind, p_reseller_id, p_memo, p_now, p_kinds, p_resellers, p_accounts, p_amounts, p_modes);
  if answer.refused is not null then
    raise exception '%', answer.refused using errcode = 'YX001';
  end if;
  -- What is posted along with the commit is new, and for somebody who is there: both were looked at under a lock.
  if answer.repeated or cardinality(answer.unclaimed_accounts) > 0 then
    raise exception 'the ledger transaction % is no new one of accounts that are there', p_key;
  end if;
end $$;
