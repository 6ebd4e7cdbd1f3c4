-- outside a transaction
-- suits: 0.2.0
-- A piece of time names the card key or gift that paid for it together with its reseller, so that it cannot name another reseller's.
drop index concurrently if exists cards_of_reseller;
create unique index concurrently cards_of_reseller on cards (reseller_id, id);
drop index concurrently if exists gifts_of_reseller;
create unique index concurrently gifts_of_reseller on gifts (reseller_id, id);
-- What the platform's members gave today at its cost is summed before each further gift.
drop index concurrently if exists gifts_by_platform;
create index concurrently gifts_by_platform on gifts (created_at) where paid_by = 'platform';
