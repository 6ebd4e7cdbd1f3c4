-- suits: 0.2.0
-- The keys of a batch while its buyer has not confirmed that they are saved: sealed to the batch, for a day at most.
create table unsaved_keys (
  batch_id bigint primary key,
  reseller_id integer not null,
  sealed_codes bytea not null,
  -- From then on nobody can read them, and a job deletes the row.
  erase_at timestamptz not null,
  foreign key (reseller_id, batch_id) references card_batches (reseller_id, id)
);
create index unsaved_keys_due on unsaved_keys (erase_at);
