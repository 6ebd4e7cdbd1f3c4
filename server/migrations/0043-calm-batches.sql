-- A batch that leaves nobody without bytes needs nothing beside the counting: it is one statement and its own transaction.
-- One that does raises this error, and is counted again in a transaction that stops their lines as well.
create function traffic_ingest_calm(
  p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer,
  p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamptz, p_time_zone text,
  out refused text, out duplicate boolean, out crossed_resellers integer[], out crossed_accounts bigint[],
  out cut_numbers bigint[], out left_numbers bigint[], out left_bytes bigint[]
) language plpgsql as $$
begin
  select t.refused, t.duplicate, t.crossed_resellers, t.crossed_accounts, t.cut_numbers, t.left_numbers, t.left_bytes
    into refused, duplicate, crossed_resellers, crossed_accounts, cut_numbers, left_numbers, left_bytes
    from traffic_ingest(p_node_id, p_batch_id, p_boot_id, p_seq, p_seconds, p_repeat_seconds, p_numbers, p_ups, p_downs,
      p_now, p_time_zone) t;
  if cardinality(crossed_accounts) > 0 then
    raise exception 'the batch leaves somebody without bytes' using errcode = 'YX002';
  end if;
end $$;
