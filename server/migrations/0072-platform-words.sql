-- suits: 0.2.0
-- What a reseller's team told the platform's team, and its answer. `about` names what it is about.
create table platform_words (
  id bigint primary key generated always as identity,
  reseller_id integer not null references resellers (id),
  member text not null,
  text text not null check (char_length(text) between 1 and 500),
  about jsonb not null default '{}',
  created_at timestamptz not null,
  answer text check (char_length(answer) between 1 and 500),
  answered_by text,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);
create index platform_words_of_reseller on platform_words (reseller_id, id);
create index platform_words_open on platform_words (id) where answered_at is null;
create index platform_words_age on platform_words (created_at);

-- allowed: the next statement adds a wider one
alter table bell_rings drop constraint bell_rings_kind_check;
alter table bell_rings add constraint bell_rings_kind_check
  check (kind in ('approved', 'refund', 'payout', 'order', 'balance', 'incident', 'answer', 'word')) not valid;
