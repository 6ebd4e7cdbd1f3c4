-- What is kept of a withdrawal when it is paid out, as it was when it was asked for.
alter table withdrawals add column fee_fen bigint not null default 0;
alter table withdrawals add constraint withdrawals_fee_fen_check check (fee_fen >= 0 and fee_fen < amount_fen);

-- A pause that is undone leaves everything as it was: the end it had, to the millisecond. It counts as none.
alter table pauses add column expires_at timestamptz;
alter table pauses add column is_undone boolean not null default false;
alter table pauses add constraint pauses_undone_check check (not is_undone or ended_at is not null);
