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

-- The first SECRET_KEY under the present one. A server with another key cannot open it and does not start; what was
-- derived from the first key and lasts is still derived from it when the key was changed. Written by the first start.
create table secret_marks (
  id smallint primary key default 1 check (id = 1),
  sealed_key bytea not null,
  sealed_at timestamptz not null
);
