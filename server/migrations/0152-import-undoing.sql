-- suits: 0.2.0
-- An import that is being undone: its users can do nothing any more, and the rest is taken back in parts.
alter table imports add column undoing_at timestamptz;
