-- suits: 0.2.0
-- When a member last got in by the mailbox and the factor. For 72 hours after it, what matters most is refused.
alter table staff add column recovered_at timestamptz;
