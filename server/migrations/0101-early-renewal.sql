-- suits: 0.2.0
-- Renew also when the traffic is used up, at this price at most; null: not wanted. The last time that was done.
alter table subscriptions add column early_renew_fen bigint;
alter table subscriptions add column early_renewed_at timestamptz;
