-- suits: 0.2.0
-- Words of the reseller's own on users: a filter, and so whom a bulk is for. They go with the account.
create table account_tags (
  reseller_id integer not null,
  account_id bigint not null,
  tag text not null check (char_length(tag) between 1 and 20),
  created_at timestamptz not null,
  primary key (reseller_id, account_id, tag),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index account_tags_by_tag on account_tags (reseller_id, tag, account_id);

-- allowed: the release before writes only actions that the old rule knew
alter table bulk_runs drop constraint bulk_runs_action_check;
-- allowed: one row is one press of a button, so the table is small
alter table bulk_runs
  add constraint bulk_runs_action_check check (action in ('days', 'traffic', 'notice', 'block', 'unblock', 'tag', 'untag')),
  add column tag text,
  add constraint bulk_runs_tag_check check ((tag is not null) = (action in ('tag', 'untag')));
