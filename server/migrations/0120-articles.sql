-- suits: 0.2.0
-- A reseller's help articles. Ten of them come with the release and have a row only where the reseller changed or hid them:
-- a row without a title keeps our text. `words` are what users type when they mean this article.
create table articles (
  reseller_id integer not null references resellers,
  id text not null check (id ~ '^[a-z]{3,16}$' or id ~ '^own-[0-9a-f]{12}$'),
  title text check (char_length(title) between 1 and 80),
  titles jsonb not null default '{}' check (is_by_language(titles, 80)),
  body text check (char_length(body) between 1 and 8000),
  bodies jsonb not null default '{}' check (is_by_language(bodies, 8000)),
  words text not null default '' check (char_length(words) <= 300),
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (reseller_id, id),
  check ((title is null) = (body is null)),
  check (title is not null or id !~ '^own-')
);
-- How many readers an article has helped. Who said so is not kept.
create table article_counts (
  reseller_id integer not null references resellers,
  article_id text not null check (article_id ~ '^[a-z]{3,16}$' or article_id ~ '^own-[0-9a-f]{12}$'),
  helped_count integer not null default 0 check (helped_count >= 0),
  unhelped_count integer not null default 0 check (unhelped_count >= 0),
  primary key (reseller_id, article_id)
);
