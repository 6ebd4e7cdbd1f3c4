-- suits: 0.2.0
-- A reseller's own words before the end of a plan, with a coupon if wanted. Without a row the reminder says ours.
create table reminder_texts (
  reseller_id integer not null references resellers (id),
  package_id integer not null references packages (id),
  body text not null check (char_length(body) between 1 and 500),
  bodies jsonb not null default '{}' check (is_by_language(bodies, 500)),
  coupon_id bigint,
  changed_at timestamptz not null,
  primary key (reseller_id, package_id),
  foreign key (reseller_id, coupon_id) references coupons (reseller_id, id)
);
create index reminder_texts_coupon on reminder_texts (reseller_id, coupon_id);
create index reminder_texts_package on reminder_texts (package_id);

-- Pictures of a saved answer: copied into the ticket when it is sent. Without a template it was uploaded and not saved.
create table template_pictures (
  id uuid not null primary key,
  reseller_id integer references resellers (id),
  owner_key integer not null generated always as (coalesce(reseller_id, -1)) stored,
  template_id text,
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  created_at timestamptz not null,
  foreign key (owner_key, template_id) references ticket_templates (owner_key, id) on delete cascade
);
create index template_pictures_template on template_pictures (owner_key, template_id);
create index template_pictures_unsaved on template_pictures (created_at) where template_id is null;
