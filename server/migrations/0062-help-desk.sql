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
  -- The member who works on it.
  assignee_id bigint constraint tickets_assignee_fkey references staff (id) on delete set null,
  -- The ticket that it was merged into: its messages are there.
  merged_into bigint,
  -- One that looks like spam is held until staff read it; closed and held: it was discarded. One that staff released is not
  -- held again.
  held_at timestamptz,
  released_at timestamptz,
  unique (reseller_id, id),
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  check ((state = 'closed') = (closed_at is not null and closed_by is not null)),
  check (rating is null or state = 'closed'),
  check (rating_word is null or rating is not null),
  constraint tickets_merged_fkey foreign key (reseller_id, merged_into) references tickets (reseller_id, id) on delete cascade,
  constraint tickets_merged_check check (merged_into is null or (state = 'closed' and merged_into <> id))
);
create index tickets_queue on tickets (reseller_id, state, waits_since, id);
create index tickets_by_wait on tickets (reseller_id, waits_since, id);
create index tickets_handed on tickets (waits_since, id) where holder = 'operator' or reseller_id = 0;
create index tickets_waiting on tickets (waits_since) where state = 'open';
create index tickets_closed on tickets (closed_at) where state = 'closed';
create index tickets_account on tickets (reseller_id, account_id, id);
create index tickets_assigned on tickets (assignee_id) where assignee_id is not null;
create index tickets_merged on tickets (reseller_id, merged_into) where merged_into is not null;
create index tickets_held on tickets (reseller_id, waits_since, id) where held_at is not null;
-- The queue of a rare category must not read all tickets.
create index tickets_category on tickets (reseller_id, category, waits_since, id);
-- The queue without what is closed, longest wait first: closed tickets are most of them, and wait longest.
create index tickets_at_work on tickets (reseller_id, waits_since, id) where state <> 'closed';
create index tickets_handed_at_work on tickets (waits_since, id)
  where (holder = 'operator' or reseller_id = 0) and state <> 'closed';

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
create unique index ticket_messages_named on ticket_messages (reseller_id, id);
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

-- Three neighbouring characters each, as ticket_pairs has two. A pair of a common script is in every tenth message, and
-- a search that reads all of those takes a second among a million; three are rare.
create function ticket_triples(of_reseller integer, of_body text) returns text[]
  language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct of_reseller::text || ':' || triple.one || triple.two || triple.three), '{}')
      from (select letter.sign as one, lead(letter.sign) over near as two, lead(letter.sign, 2) over near as three
              from unnest(string_to_array(lower(of_body), null)) with ordinality as letter (sign, place)
            window near as (order by letter.place)) triple
     where triple.three is not null
  $$;
create index ticket_messages_triples on ticket_messages using gin (ticket_triples(reseller_id, body));

-- Pictures that users send to the help desk, as the server encoded them anew: never the uploaded bytes. One belongs to no
-- message until its message is sent.
create table ticket_pictures (
  id uuid not null primary key,
  reseller_id integer not null,
  account_id bigint not null,
  message_id bigint,
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  created_at timestamptz not null,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id),
  foreign key (reseller_id, message_id) references ticket_messages (reseller_id, id) on delete cascade
);
create index ticket_pictures_message on ticket_pictures (reseller_id, message_id);
create index ticket_pictures_account on ticket_pictures (reseller_id, account_id);
create index ticket_pictures_unsent on ticket_pictures (created_at) where message_id is null;

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

-- Which ticket a message in Telegram is about, so that a reply to it finds the ticket.
create table ticket_chats (
  message_id bigint not null primary key references telegram_messages (id) on delete cascade,
  reseller_id integer not null,
  ticket_id bigint not null,
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id) on delete cascade
);
create index ticket_chats_ticket on ticket_chats (reseller_id, ticket_id);

-- What a member wrote in Telegram in reply to a message. Telegram may repeat an update: its number is taken once.
create table telegram_replies (
  id bigint not null generated always as identity primary key,
  bot_id uuid not null references telegram_bots (id) on delete cascade,
  update_number bigint not null,
  message_id bigint not null references telegram_messages (id) on delete cascade,
  reseller_id integer references resellers (id),
  -- Null: it was dealt with.
  text text check (char_length(text) between 1 and 4096),
  created_at timestamptz not null,
  unique (bot_id, update_number)
);
create index telegram_replies_message on telegram_replies (message_id);
create index telegram_replies_age on telegram_replies (created_at);

-- What was written lately, as a hash: the same text in many tickets is found by it.
create table ticket_texts (
  reseller_id integer not null,
  ticket_id bigint not null,
  text_hash bytea not null check (octet_length(text_hash) = 32),
  account_id bigint not null,
  created_at timestamptz not null,
  primary key (reseller_id, ticket_id, text_hash),
  foreign key (reseller_id, ticket_id) references tickets (reseller_id, id) on delete cascade,
  foreign key (reseller_id, account_id) references accounts (reseller_id, id)
);
create index ticket_texts_same on ticket_texts (reseller_id, text_hash, created_at);
create index ticket_texts_account on ticket_texts (reseller_id, account_id);
create index ticket_texts_age on ticket_texts (created_at);

-- A reseller's help articles. Ten of them come with the release and have a row only where the reseller changed or hid them:
-- a row without a title keeps our text. `words` are what users type when they mean this article.
create table articles (
  reseller_id integer not null references resellers,
  id text not null check (id ~ '^[a-z]{3,16}$' or id ~ '^own-[0-9a-f]{12}$'),
  title text check (char_length(title) between 1 and 80),
  titles jsonb not null default '{}' check (is_by_language(titles, 80)),
  body text check (char_length(body) between 1 and 8000),
  bodies jsonb not null default '{}' check (is_by_language(bodies, 8000)),
  words text not null default '' check (char_length(words) <= 300),
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (reseller_id, id),
  check ((title is null) = (body is null)),
  check (title is not null or id !~ '^own-')
);
-- How many readers an article has helped. Who said so is not kept.
create table article_counts (
  reseller_id integer not null references resellers,
  article_id text not null check (article_id ~ '^[a-z]{3,16}$' or article_id ~ '^own-[0-9a-f]{12}$'),
  helped_count integer not null default 0 check (helped_count >= 0),
  unhelped_count integer not null default 0 check (unhelped_count >= 0),
  primary key (reseller_id, article_id)
);
