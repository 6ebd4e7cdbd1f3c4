-- A move may be of one reseller's lines alone: off nodes that are outside its groups.
alter table line_moves add column only_reseller_id integer;
alter table line_moves add constraint line_moves_only_reseller_id_fkey
  foreign key (only_reseller_id) references resellers (id) not valid;
