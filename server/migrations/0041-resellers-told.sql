-- Pages keep a reseller's looks and domains in memory; whoever changes one tells every process that serves them.
create function tell_resellers() returns trigger language plpgsql as $$
begin
  perform pg_notify('resellers_changed', '');
  return null;
end $$;

create trigger resellers_told after insert or update or delete on resellers
  for each statement execute function tell_resellers();
create trigger reseller_domains_told after insert or update or delete on reseller_domains
  for each statement execute function tell_resellers();
