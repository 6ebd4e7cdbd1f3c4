-- Where a table that is kept for a time is thrown away row by row, each row asks who still points at it; and two
-- questions of every sign-in and every report of a node. Without these each of them reads a whole table: 200 ms a device
-- with half a million sessions, 50 ms a report with a week of batches.

create index sessions_family on sessions (device_family_id) where device_family_id is not null;
create index mails_code on mails (code_id) where code_id is not null;

-- Ended sessions too: what an account has been used with. Without seen_at, which changes every minute of use.
create index sessions_of_account on sessions (reseller_id, account_id);
drop index sessions_account;

create index traffic_batches_boot on traffic_batches (node_id, boot_id, seq);
