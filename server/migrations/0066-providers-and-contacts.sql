-- suits: 0.2.0
-- Which providers and channels there are is said by one table of the program (contract/providers.ts): a new one changes
-- no schema.
-- allowed: the release before writes only names that the old rule knew
alter table merchants drop constraint merchants_provider_check;
-- allowed: a table that is always small
alter table merchants add constraint merchants_provider_check check (provider ~ '^[a-z0-9]+$');
-- allowed: the release before writes only names that the old rule knew
alter table merchants drop constraint merchants_channels_check;
-- allowed: a table that is always small
alter table merchants add constraint merchants_channels_check check (cardinality(channels) > 0);
-- allowed: the release before writes only names that the old rule knew
alter table payments drop constraint payments_channel_check;

-- The kinds of reminders, too, are said by one table: contract/reminders.ts.
-- allowed: the release before does not write it
alter table reminder_marks drop constraint reminder_marks_kind_check;

-- How many users of a reseller are worth contacting, as a job last counted them.
create table office_contacts (
  reseller_id integer primary key references resellers (id),
  ending integer not null check (ending >= 0),
  over_quota integer not null check (over_quota >= 0),
  never_connected integer not null check (never_connected >= 0),
  counted_at timestamptz not null
);

-- When the gateway first said that it has the trade.
alter table payments add column known_at timestamptz;

-- Its statements take arrays, and PostgreSQL plans such a statement again at every call: a plan for any length looks dearer.
alter function ledger_post(text, bytea, text, integer, jsonb, timestamptz, text[], integer[], bigint[], bigint[], text[])
  set plan_cache_mode = force_generic_plan;
