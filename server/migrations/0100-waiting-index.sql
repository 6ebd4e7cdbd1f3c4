-- outside a transaction
-- suits: 0.2.0
-- The few packages that wait for their first byte.
drop index concurrently if exists subscriptions_waiting;
create index concurrently subscriptions_waiting on subscriptions (starts_by) where starts_by is not null;
