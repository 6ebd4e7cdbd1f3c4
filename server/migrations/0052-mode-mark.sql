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
