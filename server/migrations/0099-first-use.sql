-- suits: 0.2.0
-- Keys of such a batch give a package whose days begin with the first byte.
alter table card_batches add column starts_at_use boolean not null default false;
alter table card_batches add constraint card_batches_starts_at_use check (
  not starts_at_use or kind = 'days' or (kind = 'package' and period <> 'once')
) not valid;

-- When a package begins that waits for the first byte; a byte before that moves its beginning and its end. Null, or past:
-- it waits no more. Release 0.2.0 does not know it: what it sells raises `revision` alone, and then nothing waits.
alter table subscriptions add column starts_by timestamptz;
