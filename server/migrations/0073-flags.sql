-- suits: 0.2.0
-- A reseller whose users' countries take offence at some flags shows a globe beside every region.
alter table resellers add column hides_flags boolean not null default false;
