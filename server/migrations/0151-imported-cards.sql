-- suits: 0.2.0
-- Gift codes of another panel that became keys here. Nobody bought them here, so what they cost stands against the
-- reseller's liability, and goes back there when a key ends unused.
alter table card_batches add column import_id bigint;
alter table card_batches add constraint card_batches_import_fkey
  foreign key (reseller_id, import_id) references imports (reseller_id, id) not valid;
