-- suits: 0.2.0
-- What a team's console tells its members by the bell. Without a reseller it is for the platform's own team. The key
-- names the event, so that it rings once.
create table bell_rings (
  id bigint primary key generated always as identity,
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  kind text not null check (kind in ('approved', 'refund', 'payout', 'order', 'balance', 'incident', 'word')),
  key text not null check (char_length(key) between 1 and 120),
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  unique (owner_key, key)
);
create index bell_rings_newest on bell_rings (owner_key, id);
create index bell_rings_age on bell_rings (created_at);

-- How far a member has read, and which kinds the member does not want to hear.
create table bell_marks (
  staff_id bigint primary key references staff (id),
  read_to bigint not null default 0,
  muted text[] not null default '{}'
);
