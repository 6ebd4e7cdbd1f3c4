-- Up to where the ledger was checked and found clean. `checked_until` is the last transaction before which no other can appear:
-- ids are given before the commit, and a long transaction shows its own late. So what was seen (`seen_until`) is believed to be
-- complete when all that ran then have ended, that is when none is older than `seen_xid`. Null: not yet.
-- May be forgotten, and with it the next check is a whole one. After a check that found something there is no row.
create unlogged table ledger_marks (
  is_only boolean primary key default true check (is_only),
  checked_until bigint,
  -- Of the transactions up to there.
  checked_count bigint not null,
  seen_until bigint not null,
  seen_xid xid8 not null
);
