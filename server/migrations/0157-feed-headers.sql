-- suits: 0.2.0
-- A reseller's own headers of its users' feeds, each as `name: value`.
alter table resellers add column feed_headers text[] not null default '{}';
alter table resellers add constraint resellers_feed_headers_check check (cardinality(feed_headers) <= 10) not valid;
