-- For statements that travel with the commit: nobody looks at their answers before it. What does not hold ends the
-- transaction.
create function insist(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'not as it was read' using errcode = 'YX002';
  end if;
end
$$;
