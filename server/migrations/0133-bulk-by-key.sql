-- suits: 0.2.0
-- The short part of the API key that began it; null: a member did.
alter table bulk_runs add column api_key text;
