-- What staff do for and to one account: help that opens it, notes, notices to one user, deletion; and the indexes by which
-- users are searched, sorted and filtered.

-- A reset code, a cleared factor, an unlock: who gave which when. Two kinds within three days take two people, and for so
-- long nothing leaves the account.
create table account_helps (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('reset_code', 'factor', 'unlock')),
  -- As the audit log names him.
  actor text not null check (char_length(actor) between 1 and 100),
  created_at timestamptz not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index account_helps_recent on account_helps (reseller_id, account_id, created_at);

create table account_notes (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  account_id bigint not null,
  author text not null check (char_length(author) between 1 and 100),
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index account_notes_newest on account_notes (reseller_id, account_id, id desc);

-- Asked for by staff: a package that begins meanwhile ends it.
alter table accounts add column is_deletion_by_staff boolean not null default false;

-- A notice to some: its text is kept once, its readers in a table of their own, so that what is for everybody stays a short
-- list. One that tells of help with an account cannot be withdrawn.
alter table notices
  add column is_addressed boolean not null default false,
  add column is_kept boolean not null default false,
  add constraint notices_kept_check check (not is_kept or (is_addressed and withdrawn_at is null and expires_at is null));
create table notice_recipients (
  reseller_id integer not null,
  account_id bigint not null,
  notice_id bigint not null references notices,
  primary key (reseller_id, account_id, notice_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index notice_recipients_notice on notice_recipients (notice_id);
drop index notices_shown;
create index notices_shown on notices (reseller_id, published_at desc, id desc) where withdrawn_at is null and not is_addressed;

-- Who has ever connected, for good: traffic itself goes after its months.
create table traffic_firsts (
  reseller_id integer not null,
  account_id bigint not null,
  first_at timestamptz not null,
  primary key (reseller_id, account_id)
);
insert into traffic_firsts (reseller_id, account_id, first_at)
  select reseller_id, account_id, min(hour) from traffic_hours group by reseller_id, account_id;

create or replace function count_traffic_minute() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into traffic_firsts (reseller_id, account_id, first_at)
    select reseller_id, account_id, min(hour) from new_rows group by reseller_id, account_id order by reseller_id, account_id
    on conflict do nothing;
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from new_rows group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  else
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from (select node_id, reseller_id, up_bytes, down_bytes from new_rows
            union all select node_id, reseller_id, -up_bytes, -down_bytes from old_rows) moved
     group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  end if;
  return null;
end $$;

-- Lists of users: each sort and each filter has an index that begins with the reseller. Not on used bytes and balances:
-- these change all day, and an index on them would cost every change more than it saves a look.
create index accounts_created on accounts (reseller_id, created_at, id) where deleted_at is null;
create index accounts_name_prefix on accounts (reseller_id, lower(user_name) text_pattern_ops) where deleted_at is null;
create index accounts_email_prefix on accounts (reseller_id, lower(email) text_pattern_ops)
  where deleted_at is null and email is not null;
create index accounts_stopped on accounts (reseller_id, id) where paused_at is not null and deleted_at is null;
create index accounts_blocked on accounts (reseller_id, id) where blocked_at is not null and deleted_at is null;
create index accounts_locked on accounts (reseller_id, id) where locked_at is not null and deleted_at is null;
create index accounts_leaving on accounts (reseller_id, id) where delete_after is not null and deleted_at is null;
create index subscriptions_ending on subscriptions (reseller_id, expires_at, account_id) where expires_at is not null;
create index subscriptions_package on subscriptions (reseller_id, package_id, account_id);
create index ledger_accounts_users on ledger_accounts (reseller_id, account_id) where kind = 'user';
