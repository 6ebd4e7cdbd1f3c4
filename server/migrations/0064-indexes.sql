-- outside a transaction
-- suits: 0.2.0
-- Finds users by any part of a name, an address or a note. The reseller's key is part of the text, so that one reseller's
-- search does not walk through everybody's users. Trigrams know Latin letters and digits; notes in other scripts are found
-- by their characters.
drop index concurrently if exists accounts_name_inside;
create index concurrently accounts_name_inside on accounts
  using gin (('r' || reseller_id::text || ' ' || lower(user_name)) gin_trgm_ops) where deleted_at is null;
drop index concurrently if exists accounts_email_inside;
create index concurrently accounts_email_inside on accounts
  using gin (('r' || reseller_id::text || ' ' || lower(email)) gin_trgm_ops) where deleted_at is null and email is not null;
drop index concurrently if exists account_notes_inside;
create index concurrently account_notes_inside on account_notes
  using gin (('r' || reseller_id::text || ' ' || lower(body)) gin_trgm_ops);
drop index concurrently if exists account_notes_characters;
create index concurrently account_notes_characters on account_notes
  using gin ((string_to_array(lower(body), null) || ('r' || reseller_id::text)));
-- The few packages that wait for their first byte.
drop index concurrently if exists subscriptions_waiting;
create index concurrently subscriptions_waiting on subscriptions (starts_by) where starts_by is not null;
-- Every sign-in asks what the slowest digest of its reseller costs: a name that does not exist must take as long.
drop index concurrently if exists accounts_old_bcrypt;
create index concurrently accounts_old_bcrypt on accounts (reseller_id, substr(password_salt, 5, 2)) where password_kind = 'bcrypt';
