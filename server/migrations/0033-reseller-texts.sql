-- What a reseller has written itself: its terms, and its help page. In Chinese, and in other languages where it has them.
create table reseller_texts (
  reseller_id integer not null references resellers,
  kind text not null check (kind in ('agreement', 'help')),
  body text not null check (char_length(body) between 1 and 6000),
  bodies jsonb not null default '{}' check (is_by_language(bodies, 6000)),
  changed_at timestamptz not null,
  primary key (reseller_id, kind)
);
