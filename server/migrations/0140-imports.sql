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
