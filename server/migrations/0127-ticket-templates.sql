-- suits: 0.2.0
-- Answers that staff of a reseller, or of the platform, write often. A few come with the release and have a row only where
-- the team changed or removed them: a row without a title is one that was removed.
create table ticket_templates (
  reseller_id integer references resellers (id) check (reseller_id <> 0),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  id text not null check (id ~ '^[a-z]{3,16}$' or id ~ '^own-[0-9a-f]{12}$'),
  title text check (char_length(title) between 1 and 80),
  titles jsonb not null default '{}' check (is_by_language(titles, 80)),
  body text check (char_length(body) between 1 and 2000),
  bodies jsonb not null default '{}' check (is_by_language(bodies, 2000)),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (owner_key, id),
  check ((title is null) = (body is null)),
  check (title is not null or id !~ '^own-')
);

-- What staff write to each other beside a thread. Not messages: nothing that a user reads is made from this table.
create table ticket_notes (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null,
  ticket_id bigint not null,
  side text not null check (side in ('reseller', 'operator')),
  staff_id bigint references staff (id) on delete set null,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null,
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id) on delete cascade
);
create index ticket_notes_thread on ticket_notes (reseller_id, ticket_id, id);
create index ticket_notes_staff on ticket_notes (staff_id) where staff_id is not null;
