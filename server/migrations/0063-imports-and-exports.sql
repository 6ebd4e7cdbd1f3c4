-- suits: 0.2.0
-- A business that moved here from another panel: from where, how far, and which of its things became which of ours.
create table imports (
  id bigint generated always as identity primary key,
  reseller_id integer not null references resellers (id),
  -- The operator's name for the source: a second file of the same panel brings what changed.
  source text not null check (source ~ '^[a-z0-9-]{1,40}$'),
  panel text not null check (char_length(panel) between 1 and 160),
  -- What the reseller pays for an imported package, in percent of its price.
  wholesale_percent integer not null check (wholesale_percent between 0 and 100),
  -- Of the file that was read last.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  stage text not null check (stage in ('packages', 'nodes', 'passwords', 'users', 'money', 'things', 'done')),
  position integer not null default 0 check (position >= 0),
  runs integer not null check (runs > 0),
  begun_at timestamptz not null,
  changed_at timestamptz not null,
  undone_at timestamptz,
  -- Since then it is being undone: its users can do nothing any more, and the rest is taken back in parts.
  undoing_at timestamptz,
  unique (reseller_id, id)
);
create unique index imports_one_open on imports (reseller_id, source) where undone_at is null;

create table import_things (
  reseller_id integer not null,
  import_id bigint not null,
  kind text not null check (kind in ('package', 'node', 'user', 'coupon', 'card', 'notice', 'article', 'ticket')),
  old_key text not null check (char_length(old_key) between 1 and 60),
  our_key text not null check (char_length(our_key) between 1 and 60),
  -- Short digests of what the source said, part by part: another one has changed there.
  marks jsonb not null default '{}' check (jsonb_typeof(marks) = 'object'),
  balance_fen bigint not null default 0 check (balance_fen >= 0),
  commission_fen bigint not null default 0 check (commission_fen >= 0),
  -- How often money was booked: part of the key of the next entry.
  turn integer not null default 0 check (turn >= 0),
  primary key (reseller_id, import_id, kind, old_key),
  foreign key (reseller_id, import_id) references imports (reseller_id, id)
);
-- A user's page says from which panel he came, and under which number.
create index import_things_our_user on import_things (reseller_id, our_key) where kind = 'user';

-- Old digests, wrapped, until their users are made: wrapping takes minutes, and a run that ended early goes on here.
create table import_passwords (
  reseller_id integer not null,
  import_id bigint not null,
  old_key text not null,
  mark text not null,
  wrapped text not null,
  primary key (reseller_id, import_id, old_key),
  foreign key (reseller_id, import_id) references imports (reseller_id, id)
);

-- Passwords that came from another panel. Only their digest came, so the hash is one of the digest: signing in computes the
-- digest as that panel did, then checks the hash. The first sign-in makes a hash of the password itself, and both are null.
alter table accounts add column password_kind text;
-- The other panel's salt. For bcrypt its settings: version, cost and salt.
alter table accounts add column password_salt text;
alter table accounts add constraint accounts_password_kind_check
  check (password_kind in ('bcrypt', 'md5', 'sha256', 'md5salt', 'sha256salt')) not valid;
alter table accounts add constraint accounts_password_salt_check check (
  case password_kind
    when 'bcrypt' then password_salt is not null and password_salt ~ '^\$2[aby]\$[0-3][0-9]\$[./A-Za-z0-9]{22}$'
    when 'md5salt' then password_salt is not null
    when 'sha256salt' then password_salt is not null
    else password_kind is not null or password_salt is null
  end) not valid;

-- Addresses of subscriptions that users brought from another panel. They open the same feed as the own address does, and
-- end with it when the user resets it. A token is 128 random bits, kept as a hash.
create table old_feed_tokens (
  token_hash bytea not null primary key check (octet_length(token_hash) = 32),
  reseller_id integer not null,
  account_id bigint not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id) on delete cascade
);
create index old_feed_tokens_account on old_feed_tokens (reseller_id, account_id);

-- Paths below which another panel served them, beside the usual ones.
create table old_feed_paths (
  path text not null check (char_length(path) <= 100 and path ~ '^(/[A-Za-z0-9_.-]+)+$'),
  reseller_id integer not null references resellers (id),
  primary key (path, reseller_id)
);
create index old_feed_paths_reseller on old_feed_paths (reseller_id);

-- What agents of another panel show: one token for all nodes there, with the type and number that a node had.
create table old_node_keys (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  node_type text not null check (node_type ~ '^[a-z0-9]{1,20}$'),
  old_node_id integer not null check (old_node_id > 0),
  node_id integer not null references nodes (id),
  primary key (token_hash, old_node_id, node_type)
);
create index old_node_keys_node on old_node_keys (node_id);

-- Gift codes of another panel that became keys here. Nobody bought them here, so what they cost stands against the
-- reseller's liability, and goes back there when a key ends unused.
alter table card_batches add column import_id bigint;
alter table card_batches add constraint card_batches_import_fkey
  foreign key (reseller_id, import_id) references imports (reseller_id, id) not valid;

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
