-- What a client fetches is the feed; a subscription is what an account may use until when.
alter table subscription_links rename to feed_links;
alter table feed_links rename constraint subscription_links_pkey to feed_links_pkey;
alter table feed_links rename constraint subscription_links_token_hash_key to feed_links_token_hash_key;
alter table feed_links
  rename constraint subscription_links_reseller_id_account_id_fkey to feed_links_reseller_id_account_id_fkey;
