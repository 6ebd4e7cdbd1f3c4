-- Thresholds of alerts that somebody set at the console, in place of the settings; and maintenance planned ahead.
create table alert_rules (
  name text primary key check (name ~ '^[a-zA-Z]{3,40}$'),
  value integer not null check (value >= 0),
  actor text not null,
  changed_at timestamptz not null
);

create table maintenance_windows (
  id bigint generated always as identity primary key,
  node_id integer not null references nodes,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' check (char_length(note) <= 200),
  actor text not null,
  created_at timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  check (ends_at > starts_at),
  check (ended_at is null or begun_at is not null)
);
create index maintenance_windows_open on maintenance_windows (starts_at) where ended_at is null and cancelled_at is null;

-- Those that did not go out, among many that did.
create index mails_unsent on mails (created_at) where sent_at is null;
