-- suits: 0.2.0
-- What a user reads about a device that its client names: the client, and the system it says it runs on.
alter table feed_hwids add column client text;
alter table feed_hwids add column system text;
