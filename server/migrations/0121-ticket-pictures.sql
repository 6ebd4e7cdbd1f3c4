-- suits: 0.2.0
-- Pictures that users send to the help desk, as the server encoded them anew: never the uploaded bytes. One belongs to no
-- message until its message is sent.
-- allowed: the table came with the same release, so it is empty here
create unique index ticket_messages_named on ticket_messages (reseller_id, id);
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
