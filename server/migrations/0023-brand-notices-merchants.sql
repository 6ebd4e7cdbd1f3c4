-- What a reseller sets in its own office: the name in its mails, notices to some of its users and for later, its own
-- merchants with their order.

alter table resellers add column sender_name text check (char_length(sender_name) between 1 and 40);

-- To whom: everybody, or those whom a rule meets when it goes out. `is_held` hides what waits for its time: a job lets it
-- go, and does not while the reseller is suspended.
alter table notices
  add column audience text not null default 'all' check (audience in ('all', 'package', 'ending', 'expired')),
  add column audience_package integer references packages,
  add column audience_days integer check (audience_days between 1 and 90),
  add column is_held boolean not null default false,
  add constraint notices_meets_check check (
    (audience = 'package') = (audience_package is not null) and (audience in ('ending', 'expired')) = (audience_days is not null)
    and (audience = 'all' or is_addressed)
  );
create index notices_listed on notices (reseller_id, published_at, id) where not is_kept;
create index notices_held on notices (published_at) where is_held and withdrawn_at is null;
-- How many have read a notice.
create index notice_reads_notice on notice_reads (notice_id);

-- `position` orders the ways that users see. A loopback gateway is one that platform staff named, for tests.
alter table merchants
  add column position integer not null default 0,
  add column is_gateway_local boolean not null default false,
  add column tested_at timestamptz;
