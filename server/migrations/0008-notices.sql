-- What an operator tells the users: of one reseller, or of all.

create table notices (
  id bigint generated always as identity primary key,
  -- Null: the users of every reseller.
  reseller_id integer references resellers,
  title text not null check (char_length(title) between 1 and 80),
  -- Markdown as it was written; what is shown is made of it at each reading.
  body text not null check (char_length(body) between 1 and 8000),
  is_pinned boolean not null default false,
  published_at timestamptz not null,
  expires_at timestamptz check (expires_at > published_at),
  withdrawn_at timestamptz
);
create index notices_shown on notices (reseller_id, published_at desc, id desc) where withdrawn_at is null;

-- Only for as long as a notice can count as unread; the keeping throws older marks away.
create table notice_reads (
  reseller_id integer not null,
  account_id bigint not null,
  notice_id bigint not null references notices,
  read_at timestamptz not null,
  -- Every user-info answer counts what is not here.
  primary key (reseller_id, account_id, notice_id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id)
);
create index notice_reads_age on notice_reads (read_at);
