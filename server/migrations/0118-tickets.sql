-- suits: 0.2.0
-- What users ask the help desk, and the answers. A ticket belongs to a reseller, who may hand it to the operator.
-- `waits_since` is when the present wait began: for an answer (open), for the user (answered), or the closing.
create table tickets (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null references resellers (id),
  account_id bigint not null,
  category text not null check (category in ('dead', 'slow', 'payment', 'package', 'account', 'other')),
  title text not null check (char_length(title) between 1 and 80),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  holder text not null default 'reseller' check (holder in ('reseller', 'operator')),
  facts jsonb,
  created_at timestamptz not null,
  waits_since timestamptz not null,
  last_at timestamptz not null,
  first_answered_at timestamptz,
  closed_at timestamptz,
  closed_by text check (closed_by in ('user', 'staff', 'time')),
  rating text check (rating in ('good', 'bad')),
  rating_word text check (char_length(rating_word) between 1 and 200),
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  check ((state = 'closed') = (closed_at is not null and closed_by is not null)),
  check (rating is null or state = 'closed'),
  check (rating_word is null or rating is not null)
);
create index tickets_queue on tickets (reseller_id, state, waits_since, id);
create index tickets_by_wait on tickets (reseller_id, waits_since, id);
create index tickets_handed on tickets (waits_since, id) where holder = 'operator' or reseller_id = 0;
create index tickets_waiting on tickets (waits_since) where state = 'open';
create index tickets_closed on tickets (closed_at) where state = 'closed';
create index tickets_account on tickets (reseller_id, account_id, id);

create table ticket_messages (
  id bigint not null generated always as identity primary key,
  reseller_id integer not null,
  ticket_id bigint not null,
  author text not null check (author in ('user', 'staff')),
  staff_id bigint references staff (id) on delete set null,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz not null,
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id) on delete cascade,
  check (author = 'staff' or staff_id is null)
);
create index ticket_messages_thread on ticket_messages (reseller_id, ticket_id, id);
create index ticket_messages_staff on ticket_messages (staff_id) where staff_id is not null;

-- Two neighbouring characters each, with the reseller in front: one index finds words of every script, and a
-- search of one reseller does not walk through the messages of all.
create function ticket_pairs(of_reseller integer, of_body text) returns text[]
  language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct of_reseller::text || ':' || pair.one || pair.other), '{}')
      from (select letter.sign as one, lead(letter.sign) over (order by letter.place) as other
              from unnest(string_to_array(lower(of_body), null)) with ordinality as letter (sign, place)) pair
     where pair.other is not null
  $$;
create index ticket_messages_pairs on ticket_messages using gin (ticket_pairs(reseller_id, body));
