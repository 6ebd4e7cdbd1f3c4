-- Guesses at a code are spent by each caller for himself; guesses_left of the code is what all of them have together.
create table mail_code_guesses (
  code_id uuid not null references mail_codes on delete cascade,
  -- Keyed hash of an address, a device or a session.
  caller bytea not null,
  guesses integer not null check (guesses > 0),
  primary key (code_id, caller)
);

-- How a code was asked for: by whoever typed the name, the bound address too, or on a device of the account. A newer one
-- voids the older ones of its own lane alone, and strangers stand in the first.
alter table mail_codes add column lane text not null default 'name' check (lane in ('name', 'address', 'device'));
drop index mail_codes_newest;
create index mail_codes_newest on mail_codes (reseller_id, subject, purpose, lane, created_at desc, id);

-- What is known of an invitation: made on a device of the inviter it earns nothing, from an address of the inviter a
-- person looks at it before the money goes out.
alter table accounts add column invite_mark text check (invite_mark in ('own_device', 'same_address'));
alter table accounts add check (invite_mark is null or inviter_id is not null);
alter table commissions add column is_marked boolean not null default false;
