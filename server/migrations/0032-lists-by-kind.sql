-- Lists of the console by what a reseller asks for: entries of one kind, however rare it is among a million sales;
-- withdrawals by time, state and amount; audit rows of one action.
create index ledger_transactions_by_kind on ledger_transactions (reseller_id, kind, created_at, id);
create index withdrawals_listed on withdrawals (reseller_id, created_at, id);
create index withdrawals_by_state on withdrawals (reseller_id, state, created_at, id);
create index withdrawals_by_amount on withdrawals (reseller_id, amount_fen, id);
create index audit_log_by_action on audit_log (reseller_id, action, id);
-- Who points at a notice that has been kept long enough.
create index bulk_runs_notice on bulk_runs (reseller_id, notice_id) where notice_id is not null;
