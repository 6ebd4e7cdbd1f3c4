-- suits: 0.2.0
-- What a user of another panel signed in by there, where that is another account's name here or can be none. Whoever
-- tries it with the right password reads the name that the account got.
alter table accounts add column former_name text;
-- allowed: no row has one yet
create index accounts_former_name on accounts (reseller_id, lower(former_name)) where former_name is not null;
