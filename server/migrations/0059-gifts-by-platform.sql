-- outside a transaction
-- suits: 0.2.0
-- What the platform's members gave today at its cost is summed before each further gift.
drop index concurrently if exists gifts_by_platform;
create index concurrently gifts_by_platform on gifts (created_at) where paid_by = 'platform';
