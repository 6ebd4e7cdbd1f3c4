-- What inviters earned in the last days: a commission waits three days from its sale on.
create index commissions_time on commissions (reseller_id, confirm_after) include (amount_fen);
