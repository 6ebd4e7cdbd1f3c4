-- outside a transaction
-- suits: 0.2.0
create index concurrently if not exists tickets_held on tickets (reseller_id, waits_since, id) where held_at is not null;
