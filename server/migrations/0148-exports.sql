-- suits: 0.2.0
-- Everything a reseller owns, as files: asked for by staff, written by a job, fetched once or more, gone after a week.
create table exports (
  id bigint generated always as identity,
  reseller_id integer not null references resellers,
  format text not null check (format in ('csv', 'jsonl')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  asked_by text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Name, rows and bytes of each file, once they are written.
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array'),
  primary key (reseller_id, id),
  check ((state = 'waiting') = (ended_at is null))
);
-- Asked for twice, it is the same one.
create unique index exports_waiting on exports (reseller_id) where state = 'waiting';

create table export_parts (
  reseller_id integer not null,
  export_id bigint not null,
  file text not null check (char_length(file) <= 40),
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (reseller_id, export_id, file, part),
  foreign key (reseller_id, export_id) references exports (reseller_id, id) on delete cascade
);
