-- outside a transaction
-- suits: 0.2.0
-- A user's page says from which panel he came, and under which number.
drop index concurrently if exists import_things_our_user;
create index concurrently import_things_our_user on import_things (reseller_id, our_key) where kind = 'user';
