-- suits: 0.2.0
-- The operator closes the portal for users, for a while; whoever switches it tells every process that serves. One row.
create table maintenance_switch (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  -- When it is expected to be over; null: not known.
  until timestamptz,
  note text not null default '' check (char_length(note) <= 200),
  changed_at timestamptz,
  check (is_on or (until is null and note = ''))
);
insert into maintenance_switch default values;

create function tell_maintenance_switch() returns trigger language plpgsql as $$
begin
  perform pg_notify('maintenance_changed', '');
  return null;
end $$;

create trigger maintenance_told after insert or update or delete on maintenance_switch
  for each statement execute function tell_maintenance_switch();
