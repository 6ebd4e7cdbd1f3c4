-- suits: 0.2.0
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

-- A ticket that looks like spam is held until staff read it; closed and held: it was discarded. One that staff released is
-- not held again.
alter table tickets add column held_at timestamptz;
alter table tickets add column released_at timestamptz;

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
