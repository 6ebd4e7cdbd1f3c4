-- suits: 0.2.0
-- Which reminders a user has had. The mark names the event, so that each is sent once, whatever number of processes look.
create table reminder_marks (
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('ends', 'traffic', 'receipt', 'renewal')),
  mark text not null check (char_length(mark) between 1 and 80),
  created_at timestamptz not null,
  primary key (reseller_id, account_id, kind, mark),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index reminder_marks_age on reminder_marks (created_at);

-- The kinds that a user does not want. No row: all are wanted.
create table reminder_settings (
  reseller_id integer not null,
  account_id bigint not null,
  muted text[] not null default '{}',
  primary key (reseller_id, account_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
