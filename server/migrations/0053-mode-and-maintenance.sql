-- suits: 0.2.0
-- Which mode this database belongs to. The first start writes it, together with its first rows; a server, a command and
-- a job runner of the other mode are refused before they write anything (platform/mode-mark.ts).
create table mode_marks (
  id integer primary key default 1 check (id = 1),
  mode text not null check (mode in ('sandbox', 'production')),
  marked_at timestamptz not null
);

-- The release before does not know the mark. Started as a sandbox on a production database by mistake, it is refused here
-- before anybody can sign in with its known password, pay at its cashier or get a line on its nodes.
create function refuse_demo_rows() returns trigger language plpgsql as $$
begin
  if exists (select from mode_marks where mode = 'production') then
    raise exception 'This is a production database: the sandbox puts nothing into %', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accounts_refuse_demo before insert on accounts
  for each row when (new.is_demo) execute function refuse_demo_rows();
create trigger staff_refuse_demo before insert on staff
  for each row when (new.is_demo) execute function refuse_demo_rows();
create trigger nodes_refuse_demo before insert on nodes
  for each row when (new.is_demo) execute function refuse_demo_rows();
create trigger merchants_refuse_demo before insert on merchants
  for each row when (new.is_sandbox) execute function refuse_demo_rows();

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
