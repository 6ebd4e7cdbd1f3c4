-- suits: 0.2.0
-- A line whose user moved away from it: it runs on until then, so that the move can be taken back.
alter table lines add column leaves_at timestamptz;
