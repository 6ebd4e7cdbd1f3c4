-- suits: 0.2.0
-- Which member works on a ticket, and the ticket that one was merged into: its messages are there.
alter table tickets add column assignee_id bigint, add column merged_into bigint;
-- allowed: the table came with the same release, so it is empty here
alter table tickets add constraint tickets_assignee_fkey foreign key (assignee_id) references staff (id) on delete set null;
-- allowed: the table came with the same release, so it is empty here
alter table tickets add constraint tickets_merged_fkey
  foreign key (reseller_id, merged_into) references tickets (reseller_id, id) on delete cascade;
-- allowed: the table came with the same release, so it is empty here
alter table tickets add constraint tickets_merged_check check (merged_into is null or (state = 'closed' and merged_into <> id));
-- allowed: the table came with the same release, so it is empty here
create index tickets_assigned on tickets (assignee_id) where assignee_id is not null;
-- allowed: the table came with the same release, so it is empty here
create index tickets_merged on tickets (reseller_id, merged_into) where merged_into is not null;
