-- What users read can be given in other languages too. The first name stays where it is, and is read where a reader's
-- language has none. Keys are languages, values are not empty; how long a name may be is the same as for the first.

create function is_by_language(texts jsonb, longest integer) returns boolean language sql immutable strict as $$
  select jsonb_typeof(texts) = 'object' and texts - array['zh-TW', 'en'] = '{}'
    and not exists (select from jsonb_each(texts)
      where jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') not between 1 and longest)
$$;

alter table packages add column names jsonb not null default '{}' check (is_by_language(names, 40));
alter table nodes add column names jsonb not null default '{}' check (is_by_language(names, 40));
alter table notices
  add column titles jsonb not null default '{}' check (is_by_language(titles, 80)),
  add column bodies jsonb not null default '{}' check (is_by_language(bodies, 8000));
