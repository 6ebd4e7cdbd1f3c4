-- outside a transaction
-- suits: 0.2.0
-- The queue without what is closed, longest wait first: closed tickets are most of them, and wait longest.
drop index concurrently if exists tickets_at_work;
create index concurrently tickets_at_work on tickets (reseller_id, waits_since, id) where state <> 'closed';
drop index concurrently if exists tickets_handed_at_work;
create index concurrently tickets_handed_at_work on tickets (waits_since, id)
  where (holder = 'operator' or reseller_id = 0) and state <> 'closed';
