-- outside a transaction
-- suits: 0.2.0
-- Every sign-in asks what the slowest digest of its reseller costs: a name that does not exist must take as long.
drop index concurrently if exists accounts_old_bcrypt;
create index concurrently accounts_old_bcrypt on accounts (reseller_id, substr(password_salt, 5, 2)) where password_kind = 'bcrypt';
