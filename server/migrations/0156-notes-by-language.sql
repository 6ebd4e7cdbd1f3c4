-- suits: 0.2.0
-- The line below a package's name in other languages, as its names are.
alter table packages add column notes jsonb not null default '{}';
alter table packages add constraint packages_notes_check check (is_by_language(notes, 200)) not valid;
