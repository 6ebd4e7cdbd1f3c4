-- How many lines each node has, of each reseller and in all (reseller -1). Lists and the monitor would otherwise count every
-- line there is at each look. Written by the trigger alone, in the transaction that changes the line.
create table line_counts (
  node_id integer not null references nodes (id) on delete cascade,
  reseller_id integer not null,
  -- Everything but what was removed.
  held integer not null,
  -- Of those, what takes a place: without what failed.
  placed integer not null,
  primary key (node_id, reseller_id)
);
create index line_counts_reseller on line_counts (reseller_id, node_id);

create function count_line() returns trigger language plpgsql as $$
declare
  line record;
  held_more integer := 0;
  placed_more integer := 0;
begin
  if tg_op = 'INSERT' then line := new; else line := old; end if;
  if tg_op <> 'INSERT' then
    held_more := -(old.state <> 'removed')::integer;
    placed_more := -(old.state not in ('failed', 'removed'))::integer;
  end if;
  if tg_op <> 'DELETE' then
    held_more := held_more + (new.state <> 'removed')::integer;
    placed_more := placed_more + (new.state not in ('failed', 'removed'))::integer;
  end if;
  insert into line_counts as c (node_id, reseller_id, held, placed)
    values (line.node_id, -1, held_more, placed_more), (line.node_id, line.reseller_id, held_more, placed_more)
    on conflict (node_id, reseller_id) do update set held = c.held + excluded.held, placed = c.placed + excluded.placed;
  return null;
end $$;

create trigger lines_added after insert on lines for each row execute function count_line();
create trigger lines_moved after update on lines for each row
  when (case old.state when 'removed' then 0 when 'failed' then 1 else 2 end
    <> case new.state when 'removed' then 0 when 'failed' then 1 else 2 end) execute function count_line();
create trigger lines_gone after delete on lines for each row when (old.state <> 'removed') execute function count_line();

insert into line_counts (node_id, reseller_id, held, placed)
  select node_id, coalesce(reseller_id, -1), count(*), count(*) filter (where state <> 'failed')
  from lines where state <> 'removed' group by grouping sets ((node_id), (node_id, reseller_id));
