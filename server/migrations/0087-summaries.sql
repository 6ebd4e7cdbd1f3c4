-- suits: 0.2.0
-- Members who want the figures of the day in the evening: at which hour by the clock of the business, and by which ways.
create table staff_summaries (
  staff_id bigint not null primary key references staff (id) on delete cascade,
  hour smallint not null check (hour between 12 and 23),
  by_mail boolean not null,
  by_chat boolean not null,
  -- The last day that was told.
  last_day date,
  check (by_mail or by_chat)
);
create index staff_summaries_due on staff_summaries (hour);
