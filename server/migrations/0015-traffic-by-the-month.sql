-- A month that is not covered to its end gives traffic by its share, so what a whole month gives is kept apart from what
-- this one does.
alter table subscriptions add column month_bytes bigint not null default 0 check (month_bytes >= 0);
update subscriptions set month_bytes = total_bytes - pack_bytes where period is distinct from 'once';
