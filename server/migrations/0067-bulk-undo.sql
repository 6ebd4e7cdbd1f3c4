-- suits: 0.2.0
-- A bulk can end blocks, and can be taken back: the run that takes it back names it, and goes with it.
-- allowed: the release before writes only actions that the old rule knew
alter table bulk_runs drop constraint bulk_runs_action_check;
-- allowed: one row is one press of a button, so the table is small
alter table bulk_runs
  add constraint bulk_runs_action_check check (action in ('days', 'traffic', 'notice', 'block', 'unblock')),
  add column undoes uuid,
  add constraint bulk_runs_undoes_fkey foreign key (reseller_id, undoes) references bulk_runs (reseller_id, id) on delete cascade,
  add constraint bulk_runs_undoes_check check (undoes <> id);
-- allowed: one row is one press of a button, so the table is small
create unique index bulk_runs_undone_once on bulk_runs (reseller_id, undoes) where undoes is not null and state <> 'stopped';
