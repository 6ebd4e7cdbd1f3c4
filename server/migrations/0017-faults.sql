-- What /readyz writes to show that the database takes writes. One row, written again and again.
create table readiness (
  id smallint primary key default 1 check (id = 1),
  written_at timestamptz not null default 'epoch'
);
insert into readiness default values;

-- Whose turn it is to mail alerts. Claimed before a mail is sent, so that five alerts in one second are one mail. A
-- claim runs out: who took it may have been killed.
create table alert_mail_turns (
  id smallint primary key default 1 check (id = 1),
  claimed_until timestamptz not null default 'epoch',
  sent_at timestamptz not null default 'epoch'
);
insert into alert_mail_turns default values;

-- A known word under SECRET_KEY: a server with another key does not start. Written by the first start.
create table secret_marks (
  id smallint primary key default 1 check (id = 1),
  sealed_word bytea not null,
  sealed_at timestamptz not null
);

-- The address of a subscription is derived from SECRET_KEY. One that was made with an older key is kept sealed, so that
-- it can still be shown.
alter table subscription_links add column sealed_token bytea;
