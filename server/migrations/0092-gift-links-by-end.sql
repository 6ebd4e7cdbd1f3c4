-- outside a transaction
-- suits: 0.2.0
-- The overview counts the links of users that somebody used on a day.
drop index concurrently if exists gift_links_sold;
create index concurrently gift_links_sold on gift_links (reseller_id, ended_at) where state = 'used' and giver_id is not null;
