-- outside a transaction
-- suits: 0.2.0
-- Tickets that are held because they look like spam, longest wait first.
drop index concurrently if exists tickets_held;
create index concurrently tickets_held on tickets (reseller_id, waits_since, id) where held_at is not null;
