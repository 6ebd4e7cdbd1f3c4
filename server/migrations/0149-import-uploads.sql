-- suits: 0.2.0
-- The import in the console: files of other panels, uploaded in parts, and what was asked to be done with them.
create table import_uploads (
  id integer primary key generated always as identity,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  size_bytes bigint not null check (size_bytes between 1 and 2147483648),
  made_by text not null check (char_length(made_by) between 1 and 200),
  created_at timestamptz not null
);

-- In the database, because any process may be the one that reads the file. Unlogged, because no backup and no archive may
-- have it: it has gigabytes, and the digest of every old password. After a crash of the database it is uploaded again.
create unlogged table import_upload_parts (
  upload_id integer not null references import_uploads (id) on delete cascade,
  number integer not null check (number between 0 and 2047),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (upload_id, number)
);
alter table import_upload_parts alter column bytes set storage external;

create table import_tasks (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('check', 'run', 'undo')),
  -- Null for an undo, and once the file is gone.
  upload_id integer references import_uploads (id) on delete set null,
  file_name text check (char_length(file_name) <= 100),
  reseller_id integer references resellers (id),
  source text check (source ~ '^[a-z0-9-]{1,40}$'),
  wholesale_percent integer check (wholesale_percent between 0 and 100),
  has_looked boolean not null default false,
  -- What agents of the old panel show, until the run has ended.
  sealed_token bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  stage text check (char_length(stage) <= 20),
  stage_at timestamptz,
  done_count integer not null default 0 check (done_count >= 0),
  of_count integer not null default 0 check (of_count >= 0),
  progress_at timestamptz,
  report jsonb check (jsonb_typeof(report) = 'object'),
  trouble text check (char_length(trouble) <= 500),
  -- For words in other languages.
  trouble_code text check (char_length(trouble_code) <= 40),
  actor text not null check (char_length(actor) between 1 and 100),
  asked_by text not null check (char_length(asked_by) between 1 and 200),
  asked_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'check') = (reseller_id is null)),
  check ((reseller_id is null) = (source is null)),
  check ((state in ('done', 'failed')) = (ended_at is not null)),
  check (sealed_token is null or ended_at is null)
);
-- A run holds every user of the file in memory: one at a time.
create unique index import_tasks_one_open on import_tasks ((ended_at is null)) where ended_at is null;
create index import_tasks_upload on import_tasks (upload_id);
create index import_tasks_reseller on import_tasks (reseller_id);
