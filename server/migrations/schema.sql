-- Made by "node scripts/db-types.ts" from the migrated database, for review. Do not edit.

create extension pg_trgm;

create sequence monitor_event_ids as bigint start 1 increment 1;

create sequence reseller_keys as integer start 1000 increment 1;

create table account_helps (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null,
  actor text not null,
  created_at timestamp with time zone not null,
  constraint account_helps_pkey PRIMARY KEY (id),
  constraint account_helps_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint account_helps_actor_check CHECK (char_length(actor) >= 1 AND char_length(actor) <= 100),
  constraint account_helps_kind_check CHECK (kind = ANY (ARRAY['reset_code'::text, 'factor'::text, 'unlock'::text]))
);
CREATE INDEX account_helps_recent ON account_helps USING btree (reseller_id, account_id, created_at);

create table account_notes (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  author text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint account_notes_pkey PRIMARY KEY (id),
  constraint account_notes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint account_notes_author_check CHECK (char_length(author) >= 1 AND char_length(author) <= 100),
  constraint account_notes_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 2000)
);
CREATE INDEX account_notes_characters ON account_notes USING gin ((string_to_array(lower(body), NULL::text) || ('r'::text || reseller_id::text)));
CREATE INDEX account_notes_inside ON account_notes USING gin (((('r'::text || reseller_id::text) || ' '::text) || lower(body)) gin_trgm_ops);
CREATE INDEX account_notes_newest ON account_notes USING btree (reseller_id, account_id, id DESC);

create table account_tags (
  reseller_id integer not null,
  account_id bigint not null,
  tag text not null,
  created_at timestamp with time zone not null,
  constraint account_tags_pkey PRIMARY KEY (reseller_id, account_id, tag),
  constraint account_tags_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint account_tags_tag_check CHECK (char_length(tag) >= 1 AND char_length(tag) <= 20)
);
CREATE INDEX account_tags_by_tag ON account_tags USING btree (reseller_id, tag, account_id);

create table accounts (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  user_name text not null,
  password_hash text not null,
  email text,
  email_verified_at timestamp with time zone,
  invite_code text not null,
  inviter_id bigint,
  speed_mode text not null default 'standard'::text,
  language text not null default 'zh-CN'::text,
  is_demo boolean not null default false,
  created_at timestamp with time zone not null default now(),
  agreement_version text,
  agreed_at timestamp with time zone,
  locked_at timestamp with time zone,
  paused_at timestamp with time zone,
  delete_after timestamp with time zone,
  waives_balance boolean not null default false,
  deleted_at timestamp with time zone,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_step bigint not null default 0,
  invite_mark text,
  waived_fen bigint,
  blocked_at timestamp with time zone,
  blocked_reason text,
  is_deletion_by_staff boolean not null default false,
  keeps_place boolean not null default false,
  password_kind text,
  password_salt text,
  former_name text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint accounts_reseller_id_invite_code_key UNIQUE (reseller_id, invite_code),
  constraint accounts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint accounts_reseller_id_inviter_id_fkey FOREIGN KEY (reseller_id, inviter_id) REFERENCES accounts(reseller_id, id),
  constraint accounts_block CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
  constraint accounts_blocked_reason_check CHECK (char_length(blocked_reason) >= 1 AND char_length(blocked_reason) <= 200),
  constraint accounts_check CHECK (inviter_id <> id),
  constraint accounts_check1 CHECK (invite_mark IS NULL OR inviter_id IS NOT NULL),
  constraint accounts_email_check CHECK (char_length(email) <= 254),
  constraint accounts_invite_mark_check CHECK (invite_mark = ANY (ARRAY['own_device'::text, 'same_address'::text])),
  constraint accounts_inviter_is_older CHECK (inviter_id < id),
  constraint accounts_language_check CHECK (language = ANY (ARRAY['zh-CN'::text, 'zh-TW'::text, 'en'::text])),
  constraint accounts_password_kind_check CHECK (password_kind = ANY (ARRAY['bcrypt'::text, 'md5'::text, 'sha256'::text, 'md5salt'::text, 'sha256salt'::text])),
  constraint accounts_password_salt_check CHECK (
CASE password_kind
    WHEN 'bcrypt'::text THEN password_salt IS NOT NULL AND password_salt ~ '^\$2[aby]\$[0-3][0-9]\$[./A-Za-z0-9]{22}$'::text
    WHEN 'md5salt'::text THEN password_salt IS NOT NULL
    WHEN 'sha256salt'::text THEN password_salt IS NOT NULL
    ELSE password_kind IS NOT NULL OR password_salt IS NULL
END),
  constraint accounts_speed_mode_check CHECK (speed_mode = ANY (ARRAY['standard'::text, 'game'::text, 'video'::text, 'saver'::text])),
  constraint accounts_user_name_check CHECK (user_name ~ '^[A-Za-z0-9_.@-]{4,40}$'::text),
  constraint accounts_waived_fen_check CHECK (waived_fen >= 0)
);
CREATE INDEX accounts_blocked ON accounts USING btree (reseller_id, id) WHERE blocked_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX accounts_created ON accounts USING btree (reseller_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX accounts_delete_due ON accounts USING btree (delete_after) WHERE delete_after IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (reseller_id, lower(email)) WHERE email_verified_at IS NOT NULL;
CREATE INDEX accounts_email_inside ON accounts USING gin (((('r'::text || reseller_id::text) || ' '::text) || lower(email)) gin_trgm_ops) WHERE deleted_at IS NULL AND email IS NOT NULL;
CREATE INDEX accounts_email_prefix ON accounts USING btree (reseller_id, lower(email) text_pattern_ops) WHERE deleted_at IS NULL AND email IS NOT NULL;
CREATE INDEX accounts_former_name ON accounts USING btree (reseller_id, lower(former_name)) WHERE former_name IS NOT NULL;
CREATE INDEX accounts_invited ON accounts USING btree (reseller_id, created_at, id) INCLUDE (inviter_id) WHERE inviter_id IS NOT NULL;
CREATE INDEX accounts_inviter ON accounts USING btree (reseller_id, inviter_id) WHERE inviter_id IS NOT NULL;
CREATE INDEX accounts_leaving ON accounts USING btree (reseller_id, id) WHERE delete_after IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX accounts_locked ON accounts USING btree (reseller_id, id) WHERE locked_at IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX accounts_name ON accounts USING btree (reseller_id, lower(user_name));
CREATE INDEX accounts_name_inside ON accounts USING gin (((('r'::text || reseller_id::text) || ' '::text) || lower(user_name)) gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX accounts_name_prefix ON accounts USING btree (reseller_id, lower(user_name) text_pattern_ops) WHERE deleted_at IS NULL;
CREATE INDEX accounts_old_bcrypt ON accounts USING btree (reseller_id, substr(password_salt, 5, 2)) WHERE password_kind = 'bcrypt'::text;
CREATE INDEX accounts_paused ON accounts USING btree (paused_at) WHERE paused_at IS NOT NULL;
CREATE INDEX accounts_stopped ON accounts USING btree (reseller_id, id) WHERE paused_at IS NOT NULL AND deleted_at IS NULL;

create table agent_releases (
  number text not null,
  sha256 bytea not null,
  signature bytea not null,
  public_key bytea not null,
  signed_at timestamp with time zone not null,
  constraint agent_releases_pkey PRIMARY KEY (number),
  constraint agent_releases_number_check CHECK (number ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}$'::text),
  constraint agent_releases_public_key_check CHECK (octet_length(public_key) >= 32 AND octet_length(public_key) <= 200),
  constraint agent_releases_sha256_check CHECK (octet_length(sha256) = 32),
  constraint agent_releases_signature_check CHECK (octet_length(signature) = 64)
);

create table alert_mail_turns (
  id smallint not null default 1,
  claimed_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  sent_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint alert_mail_turns_pkey PRIMARY KEY (id),
  constraint alert_mail_turns_id_check CHECK (id = 1)
);

create table alert_rules (
  name text not null,
  value integer not null,
  actor text not null,
  changed_at timestamp with time zone not null,
  constraint alert_rules_pkey PRIMARY KEY (name),
  constraint alert_rules_name_check CHECK (name ~ '^[a-zA-Z]{3,40}$'::text),
  constraint alert_rules_value_check CHECK (value >= 0)
);

create table alerts (
  id bigint not null generated always as identity,
  reseller_id integer,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by text,
  severity text not null default 'warning'::text,
  is_watched boolean not null default false,
  times integer not null default 1,
  last_seen_at timestamp with time zone not null,
  well_since timestamp with time zone,
  resolved_at timestamp with time zone,
  notified_at timestamp with time zone,
  recovery_notified_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint alerts_check CHECK (is_watched OR well_since IS NULL),
  constraint alerts_kind_check CHECK (kind ~ '^[a-z_.]{3,60}$'::text),
  constraint alerts_severity_check CHECK (severity = ANY (ARRAY['warning'::text, 'critical'::text])),
  constraint alerts_subject_check CHECK (octet_length(subject) <= 200),
  constraint alerts_times_check CHECK (times > 0)
);
CREATE INDEX alerts_of_nodes ON alerts USING btree (subject, created_at) WHERE kind = ANY (ARRAY['node.silent'::text, 'node.engine_down'::text]);
CREATE UNIQUE INDEX alerts_open ON alerts USING btree (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX alerts_subject ON alerts USING btree (subject, id);
CREATE INDEX alerts_time ON alerts USING btree (created_at);
CREATE INDEX alerts_untold ON alerts USING btree (id) WHERE notified_at IS NULL OR resolved_at IS NOT NULL AND recovery_notified_at IS NULL AND is_watched;

create table api_keys (
  id bigint not null generated always as identity,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  made_by bigint not null,
  name text not null,
  short text not null,
  secret_hash bytea not null,
  old_hash bytea,
  old_until timestamp with time zone,
  permissions text[] not null,
  networks cidr[] not null default '{}'::cidr[],
  calls_per_minute integer not null,
  daily_fen bigint not null default 0,
  spent_day date,
  spent_fen bigint not null default 0,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  used_from inet,
  created_at timestamp with time zone not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_owner_key_id_key UNIQUE (owner_key, id),
  constraint api_keys_short_key UNIQUE (short),
  constraint api_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint api_keys_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint api_keys_calls_per_minute_check CHECK (calls_per_minute > 0),
  constraint api_keys_check CHECK ((old_hash IS NULL) = (old_until IS NULL)),
  constraint api_keys_daily_fen_check CHECK (daily_fen >= 0),
  constraint api_keys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint api_keys_networks_check CHECK (cardinality(networks) <= 20),
  constraint api_keys_old_hash_check CHECK (octet_length(old_hash) = 32),
  constraint api_keys_reseller_id_check CHECK (reseller_id <> 0),
  constraint api_keys_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint api_keys_short_check CHECK (short ~ '^[0-9a-f]{10}$'::text),
  constraint api_keys_spent_fen_check CHECK (spent_fen >= 0)
);
CREATE INDEX api_keys_maker ON api_keys USING btree (made_by);

create table article_counts (
  reseller_id integer not null,
  article_id text not null,
  helped_count integer not null default 0,
  unhelped_count integer not null default 0,
  constraint article_counts_pkey PRIMARY KEY (reseller_id, article_id),
  constraint article_counts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint article_counts_article_id_check CHECK (article_id ~ '^[a-z]{3,16}$'::text OR article_id ~ '^own-[0-9a-f]{12}$'::text),
  constraint article_counts_helped_count_check CHECK (helped_count >= 0),
  constraint article_counts_unhelped_count_check CHECK (unhelped_count >= 0)
);

create table articles (
  reseller_id integer not null,
  id text not null,
  title text,
  titles jsonb not null default '{}'::jsonb,
  body text,
  bodies jsonb not null default '{}'::jsonb,
  words text not null default ''::text,
  is_hidden boolean not null default false,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint articles_pkey PRIMARY KEY (reseller_id, id),
  constraint articles_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint articles_bodies_check CHECK (is_by_language(bodies, 8000)),
  constraint articles_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 8000),
  constraint articles_check CHECK ((title IS NULL) = (body IS NULL)),
  constraint articles_check1 CHECK (title IS NOT NULL OR id !~ '^own-'::text),
  constraint articles_id_check CHECK (id ~ '^[a-z]{3,16}$'::text OR id ~ '^own-[0-9a-f]{12}$'::text),
  constraint articles_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 80),
  constraint articles_titles_check CHECK (is_by_language(titles, 80)),
  constraint articles_words_check CHECK (char_length(words) <= 300)
);

create table audit_addresses (
  audit_id bigint not null,
  address inet not null,
  created_at timestamp with time zone not null,
  constraint audit_addresses_pkey PRIMARY KEY (audit_id),
  constraint audit_addresses_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id) ON DELETE CASCADE
);
CREATE INDEX audit_addresses_age ON audit_addresses USING btree (created_at);

create table audit_log (
  id bigint not null generated always as identity,
  reseller_id integer,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor, id);
CREATE INDEX audit_log_by_action ON audit_log USING btree (reseller_id, action, id);
CREATE INDEX audit_log_subject ON audit_log USING btree (reseller_id, subject, created_at);
CREATE INDEX audit_log_team ON audit_log USING btree (reseller_id, id);

create table backup_runs (
  id bigint not null generated always as identity,
  started_at timestamp with time zone not null,
  took_ms integer not null,
  is_nightly boolean not null,
  is_sealed boolean not null,
  host text not null,
  file text not null,
  bytes bigint,
  sha256 text,
  trouble text,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_bytes_check CHECK (bytes > 0),
  constraint backup_runs_check CHECK ((trouble IS NULL) = (bytes IS NOT NULL)),
  constraint backup_runs_check1 CHECK ((trouble IS NULL) = (sha256 IS NOT NULL)),
  constraint backup_runs_host_check CHECK (char_length(host) <= 255),
  constraint backup_runs_took_ms_check CHECK (took_ms >= 0),
  constraint backup_runs_trouble_check CHECK (char_length(trouble) >= 1 AND char_length(trouble) <= 500)
);
CREATE INDEX backup_runs_time ON backup_runs USING btree (started_at);

create table bell_marks (
  staff_id bigint not null,
  read_to bigint not null default 0,
  muted text[] not null default '{}'::text[],
  constraint bell_marks_pkey PRIMARY KEY (staff_id),
  constraint bell_marks_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table bell_rings (
  id bigint not null generated always as identity,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  kind text not null,
  key text not null,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint bell_rings_pkey PRIMARY KEY (id),
  constraint bell_rings_owner_key_key_key UNIQUE (owner_key, key),
  constraint bell_rings_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint bell_rings_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 120),
  constraint bell_rings_kind_check CHECK (kind = ANY (ARRAY['approved'::text, 'refund'::text, 'payout'::text, 'order'::text, 'balance'::text, 'incident'::text, 'answer'::text, 'word'::text, 'webhook'::text])),
  constraint bell_rings_reseller_id_check CHECK (reseller_id <> 0)
);
CREATE INDEX bell_rings_age ON bell_rings USING btree (created_at);
CREATE INDEX bell_rings_newest ON bell_rings USING btree (owner_key, id);

create table bill_rows (
  id bigint not null generated always as identity,
  merchant_id text not null,
  merchant_owner_key integer not null,
  day date not null,
  kind text not null,
  number text not null,
  out_trade_no text,
  trade_no text,
  amount text,
  unit text,
  happened_at timestamp with time zone,
  read_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  note text,
  noted_by text,
  constraint bill_rows_pkey PRIMARY KEY (id),
  constraint bill_rows_merchant_id_day_fkey FOREIGN KEY (merchant_id, day) REFERENCES bills(merchant_id, day),
  constraint bill_rows_merchant_id_merchant_owner_key_fkey FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key),
  constraint bill_rows_amount_check CHECK (amount ~ '^[0-9]{1,12}(\.[0-9]{1,6})?$'::text),
  constraint bill_rows_check CHECK ((kind = 'missing'::text) = (amount IS NULL)),
  constraint bill_rows_check1 CHECK ((amount IS NULL) = (unit IS NULL)),
  constraint bill_rows_check2 CHECK ((note IS NULL) = (noted_by IS NULL)),
  constraint bill_rows_check3 CHECK (note IS NULL OR settled_at IS NOT NULL),
  constraint bill_rows_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'refund'::text, 'missing'::text])),
  constraint bill_rows_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 200),
  constraint bill_rows_number_check CHECK (octet_length(number) >= 1 AND octet_length(number) <= 128),
  constraint bill_rows_out_trade_no_check CHECK (octet_length(out_trade_no) >= 1 AND octet_length(out_trade_no) <= 64),
  constraint bill_rows_trade_no_check CHECK (octet_length(trade_no) >= 1 AND octet_length(trade_no) <= 64),
  constraint bill_rows_unit_check CHECK (unit ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX bill_rows_day ON bill_rows USING btree (merchant_id, day);
CREATE UNIQUE INDEX bill_rows_number ON bill_rows USING btree (merchant_id, kind, number, COALESCE(trade_no, ''::text));
CREATE INDEX bill_rows_open ON bill_rows USING btree (merchant_owner_key, day) WHERE settled_at IS NULL;
CREATE INDEX bill_rows_trade ON bill_rows USING btree (merchant_id, out_trade_no);

create table bills (
  merchant_id text not null,
  merchant_owner_key integer not null,
  day date not null,
  lines integer not null,
  read_by text not null,
  read_at timestamp with time zone not null,
  constraint bills_pkey PRIMARY KEY (merchant_id, day),
  constraint bills_merchant_id_merchant_owner_key_fkey FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key),
  constraint bills_lines_check CHECK (lines >= 0)
);

create table book_checks (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null,
  problems integer not null,
  first_problems text[] not null default '{}'::text[],
  transactions bigint not null,
  took_ms integer not null,
  constraint book_checks_pkey PRIMARY KEY (id),
  constraint book_checks_problems_check CHECK (problems >= 0)
);
CREATE INDEX book_checks_time ON book_checks USING btree (checked_at);

create table bulk_holds (
  id uuid not null,
  reseller_id integer not null,
  paid_by text not null,
  held_fen bigint not null,
  spent_fen bigint not null default 0,
  made_by text not null,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint bulk_holds_pkey PRIMARY KEY (id),
  constraint bulk_holds_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint bulk_holds_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint bulk_holds_check CHECK (spent_fen >= 0 AND spent_fen <= held_fen),
  constraint bulk_holds_check1 CHECK (paid_by = 'reseller'::text OR held_fen = 0),
  constraint bulk_holds_held_fen_check CHECK (held_fen >= 0),
  constraint bulk_holds_paid_by_check CHECK (paid_by = ANY (ARRAY['reseller'::text, 'platform'::text]))
);
CREATE INDEX bulk_holds_open ON bulk_holds USING btree (reseller_id) WHERE released_at IS NULL;

create table bulk_items (
  bulk_id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  priced_fen bigint not null default 0,
  state text not null default 'waiting'::text,
  reason text,
  done_at timestamp with time zone,
  constraint bulk_items_pkey PRIMARY KEY (bulk_id, account_id),
  constraint bulk_items_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint bulk_items_reseller_id_bulk_id_fkey FOREIGN KEY (reseller_id, bulk_id) REFERENCES bulk_runs(reseller_id, id) ON DELETE CASCADE,
  constraint bulk_items_check CHECK ((state = 'waiting'::text) = (done_at IS NULL)),
  constraint bulk_items_check1 CHECK ((state = 'skipped'::text) = (reason IS NOT NULL)),
  constraint bulk_items_priced_fen_check CHECK (priced_fen >= 0),
  constraint bulk_items_reason_check CHECK (reason ~ '^[a-z_.]{3,60}$'::text),
  constraint bulk_items_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text]))
);
CREATE INDEX bulk_items_account ON bulk_items USING btree (reseller_id, account_id);
CREATE INDEX bulk_items_state ON bulk_items USING btree (bulk_id, state, account_id);

create table bulk_runs (
  id uuid not null,
  reseller_id integer not null,
  staff_id bigint not null,
  action text not null,
  days integer,
  gb integer,
  reason text,
  notice_id bigint,
  paid_by text not null default 'reseller'::text,
  people integer not null,
  cost_fen bigint not null,
  state text not null default 'running'::text,
  request_key text not null,
  input_hash bytea not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  api_key text,
  undoes uuid,
  tag text,
  constraint bulk_runs_pkey PRIMARY KEY (id),
  constraint bulk_runs_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint bulk_runs_reseller_id_request_key_key UNIQUE (reseller_id, request_key),
  constraint bulk_runs_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint bulk_runs_reseller_id_notice_id_fkey FOREIGN KEY (reseller_id, notice_id) REFERENCES notices(reseller_id, id),
  constraint bulk_runs_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint bulk_runs_undoes_fkey FOREIGN KEY (reseller_id, undoes) REFERENCES bulk_runs(reseller_id, id) ON DELETE CASCADE,
  constraint bulk_runs_action_check CHECK (action = ANY (ARRAY['days'::text, 'traffic'::text, 'notice'::text, 'block'::text, 'unblock'::text, 'tag'::text, 'untag'::text])),
  constraint bulk_runs_check CHECK ((action = 'days'::text) = (days IS NOT NULL)),
  constraint bulk_runs_check1 CHECK ((action = 'traffic'::text) = (gb IS NOT NULL)),
  constraint bulk_runs_check2 CHECK ((action = 'block'::text) = (reason IS NOT NULL)),
  constraint bulk_runs_check3 CHECK ((action = 'notice'::text) = (notice_id IS NOT NULL)),
  constraint bulk_runs_check4 CHECK ((state = 'running'::text) = (ended_at IS NULL)),
  constraint bulk_runs_cost_fen_check CHECK (cost_fen >= 0),
  constraint bulk_runs_days_check CHECK (days >= 1 AND days <= 3660),
  constraint bulk_runs_gb_check CHECK (gb >= 1 AND gb <= 100000),
  constraint bulk_runs_input_hash_check CHECK (octet_length(input_hash) = 32),
  constraint bulk_runs_paid_by_check CHECK (paid_by = ANY (ARRAY['reseller'::text, 'platform'::text])),
  constraint bulk_runs_people_check CHECK (people > 0),
  constraint bulk_runs_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 200),
  constraint bulk_runs_request_key_check CHECK (octet_length(request_key) >= 8 AND octet_length(request_key) <= 200),
  constraint bulk_runs_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text])),
  constraint bulk_runs_tag_check CHECK ((tag IS NOT NULL) = (action = ANY (ARRAY['tag'::text, 'untag'::text]))),
  constraint bulk_runs_undoes_check CHECK (undoes <> id)
);
CREATE INDEX bulk_runs_newest ON bulk_runs USING btree (reseller_id, created_at DESC, id);
CREATE INDEX bulk_runs_notice ON bulk_runs USING btree (reseller_id, notice_id) WHERE notice_id IS NOT NULL;
CREATE UNIQUE INDEX bulk_runs_undone_once ON bulk_runs USING btree (reseller_id, undoes) WHERE undoes IS NOT NULL AND state <> 'stopped'::text;

create table card_batches (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  kind text not null,
  amount_fen bigint,
  package_id integer,
  period text,
  traffic_bytes bigint,
  days integer,
  cost_fen bigint not null,
  key_count integer not null,
  request_key text not null,
  input_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  price_fen bigint,
  starts_at_use boolean not null default false,
  import_id bigint,
  constraint card_batches_pkey PRIMARY KEY (id),
  constraint card_batches_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint card_batches_reseller_id_request_key_key UNIQUE (reseller_id, request_key),
  constraint card_batches_import_fkey FOREIGN KEY (reseller_id, import_id) REFERENCES imports(reseller_id, id),
  constraint card_batches_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint card_batches_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint card_batches_amount_fen_check CHECK (amount_fen >= 1 AND amount_fen <= 100000000),
  constraint card_batches_check CHECK ((kind = 'balance'::text) = (amount_fen IS NOT NULL)),
  constraint card_batches_check1 CHECK ((kind = 'balance'::text) = (package_id IS NULL)),
  constraint card_batches_check2 CHECK ((kind = 'package'::text) = (period IS NOT NULL)),
  constraint card_batches_check3 CHECK ((kind = 'traffic'::text) = (traffic_bytes IS NOT NULL)),
  constraint card_batches_check4 CHECK ((kind = 'days'::text) = (days IS NOT NULL)),
  constraint card_batches_check5 CHECK (kind <> 'balance'::text OR cost_fen = amount_fen),
  constraint card_batches_cost_fen_check CHECK (cost_fen >= 0),
  constraint card_batches_days_check CHECK (days >= 1 AND days <= 3660),
  constraint card_batches_input_hash_check CHECK (octet_length(input_hash) = 32),
  constraint card_batches_key_count_check CHECK (key_count >= 1 AND key_count <= 1000),
  constraint card_batches_kind_check CHECK (kind = ANY (ARRAY['balance'::text, 'package'::text, 'traffic'::text, 'days'::text])),
  constraint card_batches_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint card_batches_price_check CHECK (price_fen >= 0 AND price_fen <= 100000000),
  constraint card_batches_request_key_check CHECK (octet_length(request_key) >= 8 AND octet_length(request_key) <= 200),
  constraint card_batches_starts_at_use CHECK (NOT starts_at_use OR kind = 'days'::text OR kind = 'package'::text AND period <> 'once'::text),
  constraint card_batches_traffic_bytes_check CHECK (traffic_bytes > 0)
);
CREATE INDEX card_batches_due ON card_batches USING btree (expires_at) WHERE closed_at IS NULL;

create table cards (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  batch_id bigint not null,
  code_hash bytea not null,
  state text not null default 'unused'::text,
  last_four text,
  sealed_code bytea,
  account_id bigint,
  assigned_at timestamp with time zone,
  redeemed_by bigint,
  redeemed_at timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_reseller_id_code_hash_key UNIQUE (reseller_id, code_hash),
  constraint cards_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint cards_reseller_id_batch_id_fkey FOREIGN KEY (reseller_id, batch_id) REFERENCES card_batches(reseller_id, id),
  constraint cards_reseller_id_redeemed_by_fkey FOREIGN KEY (reseller_id, redeemed_by) REFERENCES accounts(reseller_id, id),
  constraint cards_check CHECK ((account_id IS NULL) = (assigned_at IS NULL)),
  constraint cards_check1 CHECK ((redeemed_by IS NULL) = (redeemed_at IS NULL)),
  constraint cards_check2 CHECK ((state = 'redeemed'::text) = (redeemed_at IS NOT NULL)),
  constraint cards_check3 CHECK ((sealed_code IS NOT NULL) = (state = 'unused'::text AND account_id IS NOT NULL)),
  constraint cards_check4 CHECK (last_four IS NOT NULL OR account_id IS NULL AND redeemed_by IS NULL),
  constraint cards_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint cards_last_four_check CHECK (last_four ~ '^[0-9A-Z]{4}$'::text),
  constraint cards_state_check CHECK (state = ANY (ARRAY['unused'::text, 'redeemed'::text, 'void'::text]))
);
CREATE INDEX cards_account ON cards USING btree (reseller_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX cards_batch ON cards USING btree (batch_id, state);
CREATE INDEX cards_by_state ON cards USING btree (reseller_id, state, id);
CREATE INDEX cards_last_four ON cards USING btree (reseller_id, last_four, id) WHERE last_four IS NOT NULL;
CREATE INDEX cards_listed ON cards USING btree (reseller_id, id);
CREATE UNIQUE INDEX cards_of_reseller ON cards USING btree (reseller_id, id);
CREATE INDEX cards_redeemed ON cards USING btree (reseller_id, redeemed_at, id) WHERE redeemed_at IS NOT NULL;
CREATE INDEX cards_redeemed_by ON cards USING btree (reseller_id, redeemed_by) WHERE redeemed_by IS NOT NULL;

create table client_file_parts (
  file_id integer not null,
  number integer not null,
  bytes bytea not null,
  sha256 bytea not null,
  constraint client_file_parts_pkey PRIMARY KEY (file_id, number),
  constraint client_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES client_files(id) ON DELETE CASCADE,
  constraint client_file_parts_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 1048576),
  constraint client_file_parts_number_check CHECK (number >= 0 AND number <= 299),
  constraint client_file_parts_sha256_check CHECK (octet_length(sha256) = 32)
);

create table client_files (
  id integer not null generated always as identity,
  name text not null,
  size_bytes bigint not null,
  sha256 bytea,
  created_at timestamp with time zone not null,
  constraint client_files_pkey PRIMARY KEY (id),
  constraint client_files_sha256_name_key UNIQUE (sha256, name),
  constraint client_files_name_check CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'::text),
  constraint client_files_sha256_check CHECK (octet_length(sha256) = 32),
  constraint client_files_size_bytes_check CHECK (size_bytes >= 1 AND size_bytes <= 314572800)
);
CREATE INDEX client_files_unfinished ON client_files USING btree (created_at) WHERE sha256 IS NULL;

create table client_places (
  client_id text not null,
  system text not null,
  url text,
  file_id integer,
  constraint client_places_pkey PRIMARY KEY (client_id, system),
  constraint client_places_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  constraint client_places_file_id_fkey FOREIGN KEY (file_id) REFERENCES client_files(id),
  constraint client_places_check CHECK (num_nonnulls(url, file_id) = 1),
  constraint client_places_system_check CHECK (system = ANY (ARRAY['ios'::text, 'android'::text, 'harmony'::text, 'windows'::text, 'mac'::text, 'linux'::text, 'router'::text])),
  constraint client_places_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 500)
);
CREATE INDEX client_places_file ON client_places USING btree (file_id) WHERE file_id IS NOT NULL;

create table clients (
  id text not null,
  "position" integer,
  is_hidden boolean not null default false,
  own jsonb,
  reseller_id integer,
  updated_at timestamp with time zone not null,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint clients_id_check CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)
);

create table commissions (
  order_id uuid not null,
  reseller_id integer not null,
  inviter_id bigint not null,
  invitee_id bigint not null,
  amount_fen bigint not null,
  state text not null,
  confirm_after timestamp with time zone not null,
  is_marked boolean not null default false,
  confirmed_at timestamp with time zone,
  constraint commissions_pkey PRIMARY KEY (order_id),
  constraint commissions_reseller_id_invitee_id_fkey FOREIGN KEY (reseller_id, invitee_id) REFERENCES accounts(reseller_id, id),
  constraint commissions_reseller_id_inviter_id_fkey FOREIGN KEY (reseller_id, inviter_id) REFERENCES accounts(reseller_id, id),
  constraint commissions_reseller_id_order_id_fkey FOREIGN KEY (reseller_id, order_id) REFERENCES orders(reseller_id, id),
  constraint commissions_amount_fen_check CHECK (amount_fen >= 0),
  constraint commissions_check CHECK (inviter_id < invitee_id),
  constraint commissions_check1 CHECK ((state = 'void'::text) = (amount_fen = 0)),
  constraint commissions_state_check CHECK (state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'void'::text]))
);
CREATE INDEX commissions_due ON commissions USING btree (confirm_after) WHERE state = 'pending'::text;
CREATE INDEX commissions_inviter ON commissions USING btree (reseller_id, inviter_id, invitee_id);
CREATE INDEX commissions_time ON commissions USING btree (reseller_id, confirm_after) INCLUDE (amount_fen);

create table coupons (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  code text not null,
  percent integer,
  amount_fen bigint,
  package_id integer,
  account_id bigint,
  uses_max integer,
  uses_per_account_max integer,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_reseller_id_code_key UNIQUE (reseller_id, code),
  constraint coupons_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint coupons_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint coupons_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint coupons_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint coupons_amount_fen_check CHECK (amount_fen >= 1 AND amount_fen <= 100000000),
  constraint coupons_check CHECK ((percent IS NULL) <> (amount_fen IS NULL)),
  constraint coupons_code_check CHECK (code ~ '^[A-Z0-9-]{3,32}$'::text),
  constraint coupons_percent_check CHECK (percent >= 1 AND percent <= 100),
  constraint coupons_uses_max_check CHECK (uses_max > 0),
  constraint coupons_uses_per_account_max_check CHECK (uses_per_account_max > 0)
);

create table device_families (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint device_families_pkey PRIMARY KEY (id),
  constraint device_families_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint device_families_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint device_families_user_agent_check CHECK (char_length(user_agent) <= 300)
);
CREATE INDEX device_families_account ON device_families USING btree (reseller_id, account_id) WHERE revoked_at IS NULL;

create table device_generations (
  family_id uuid not null,
  generation integer not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint device_generations_pkey PRIMARY KEY (family_id, generation),
  constraint device_generations_secret_hash_key UNIQUE (secret_hash),
  constraint device_generations_family_id_fkey FOREIGN KEY (family_id) REFERENCES device_families(id) ON DELETE CASCADE,
  constraint device_generations_generation_check CHECK (generation >= 0)
);

create table export_parts (
  reseller_id integer not null,
  export_id bigint not null,
  file text not null,
  part integer not null,
  content bytea not null,
  constraint export_parts_pkey PRIMARY KEY (reseller_id, export_id, file, part),
  constraint export_parts_reseller_id_export_id_fkey FOREIGN KEY (reseller_id, export_id) REFERENCES exports(reseller_id, id) ON DELETE CASCADE,
  constraint export_parts_file_check CHECK (char_length(file) <= 40),
  constraint export_parts_part_check CHECK (part >= 0)
);

create table exports (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  format text not null,
  state text not null default 'waiting'::text,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  files jsonb not null default '[]'::jsonb,
  constraint exports_pkey PRIMARY KEY (reseller_id, id),
  constraint exports_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint exports_check CHECK ((state = 'waiting'::text) = (ended_at IS NULL)),
  constraint exports_files_check CHECK (jsonb_typeof(files) = 'array'::text),
  constraint exports_format_check CHECK (format = ANY (ARRAY['csv'::text, 'jsonl'::text])),
  constraint exports_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX exports_waiting ON exports USING btree (reseller_id) WHERE state = 'waiting'::text;

create table feed_devices (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  session_id uuid not null,
  code_hash bytea not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint feed_devices_pkey PRIMARY KEY (id),
  constraint feed_devices_code_hash_key UNIQUE (code_hash),
  constraint feed_devices_token_hash_key UNIQUE (token_hash),
  constraint feed_devices_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint feed_devices_check CHECK ((used_at IS NULL) = (token_hash IS NULL)),
  constraint feed_devices_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint feed_devices_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX feed_devices_account ON feed_devices USING btree (reseller_id, account_id) WHERE revoked_at IS NULL;
CREATE INDEX feed_devices_age ON feed_devices USING btree (expires_at);

create table feed_hwids (
  reseller_id integer not null,
  account_id bigint not null,
  hwid_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  client text,
  system text,
  constraint feed_hwids_pkey PRIMARY KEY (reseller_id, account_id, hwid_hash),
  constraint feed_hwids_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint feed_hwids_hwid_hash_check CHECK (octet_length(hwid_hash) = 32)
);
CREATE INDEX feed_hwids_age ON feed_hwids USING btree (seen_at);

create table feed_links (
  reseller_id integer not null,
  account_id bigint not null,
  generation integer not null default 1,
  token_hash bytea not null,
  constraint feed_links_pkey PRIMARY KEY (reseller_id, account_id),
  constraint feed_links_token_hash_key UNIQUE (token_hash),
  constraint feed_links_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE
);

create table feed_visits (
  reseller_id integer not null,
  account_id bigint not null,
  device bigint not null default 0,
  opened_at timestamp with time zone,
  opened_on text,
  fetched_at timestamp with time zone,
  client text,
  constraint feed_visits_pkey PRIMARY KEY (reseller_id, account_id, device),
  constraint feed_visits_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint feed_visits_client_check CHECK (char_length(client) >= 1 AND char_length(client) <= 40),
  constraint feed_visits_opened_on_check CHECK (char_length(opened_on) >= 1 AND char_length(opened_on) <= 20)
);

create table gift_links (
  id uuid not null,
  reseller_id integer not null,
  giver_id bigint,
  made_by text not null,
  code_hash bytea not null,
  last_four text not null,
  kind text not null,
  package_id integer not null,
  days integer,
  traffic_bytes bigint,
  price_fen bigint not null,
  wholesale_fen bigint not null,
  state text not null default 'open'::text,
  used_by bigint,
  gift_id bigint,
  ended_at timestamp with time zone,
  request_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint gift_links_pkey PRIMARY KEY (id),
  constraint gift_links_reseller_id_code_hash_key UNIQUE (reseller_id, code_hash),
  constraint gift_links_reseller_id_giver_id_request_key_key UNIQUE NULLS NOT DISTINCT (reseller_id, giver_id, request_key),
  constraint gift_links_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint gift_links_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint gift_links_reseller_id_giver_id_fkey FOREIGN KEY (reseller_id, giver_id) REFERENCES accounts(reseller_id, id),
  constraint gift_links_reseller_id_used_by_fkey FOREIGN KEY (reseller_id, used_by) REFERENCES accounts(reseller_id, id),
  constraint gift_links_check CHECK ((kind = 'days'::text) = (days IS NOT NULL)),
  constraint gift_links_check1 CHECK ((kind = 'traffic'::text) = (traffic_bytes IS NOT NULL)),
  constraint gift_links_check2 CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint gift_links_check3 CHECK ((state = 'used'::text) = (used_by IS NOT NULL) AND (state = 'used'::text) >= (gift_id IS NOT NULL)),
  constraint gift_links_check4 CHECK (
CASE
    WHEN giver_id IS NULL THEN price_fen = wholesale_fen
    ELSE price_fen >= wholesale_fen
END),
  constraint gift_links_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint gift_links_days_check CHECK (days >= 1 AND days <= 3660),
  constraint gift_links_kind_check CHECK (kind = ANY (ARRAY['days'::text, 'traffic'::text])),
  constraint gift_links_state_check CHECK (state = ANY (ARRAY['open'::text, 'used'::text, 'returned'::text])),
  constraint gift_links_traffic_bytes_check CHECK (traffic_bytes > 0),
  constraint gift_links_wholesale_fen_check CHECK (wholesale_fen >= 0)
);
CREATE UNIQUE INDEX gift_links_gift ON gift_links USING btree (gift_id);
CREATE INDEX gift_links_given ON gift_links USING btree (reseller_id, giver_id, created_at DESC, id);
CREATE INDEX gift_links_open ON gift_links USING btree (expires_at) WHERE state = 'open'::text;
CREATE INDEX gift_links_sold ON gift_links USING btree (reseller_id, ended_at) WHERE state = 'used'::text AND giver_id IS NOT NULL;
CREATE INDEX gift_links_used ON gift_links USING btree (reseller_id, used_by) WHERE used_by IS NOT NULL;

create table gifts (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null,
  days integer,
  traffic_bytes bigint,
  amount_fen bigint,
  package_id integer,
  period text,
  cost_fen bigint not null,
  paid_by text not null,
  given_by text not null,
  bulk_hold_id uuid,
  request_key text not null,
  input_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint gifts_pkey PRIMARY KEY (id),
  constraint gifts_bulk_hold_id_account_id_key UNIQUE (bulk_hold_id, account_id),
  constraint gifts_reseller_id_request_key_key UNIQUE (reseller_id, request_key),
  constraint gifts_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint gifts_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint gifts_reseller_id_bulk_hold_id_fkey FOREIGN KEY (reseller_id, bulk_hold_id) REFERENCES bulk_holds(reseller_id, id),
  constraint gifts_amount_fen_check CHECK (amount_fen >= 1 AND amount_fen <= 100000000),
  constraint gifts_check CHECK ((kind = 'days'::text) = (days IS NOT NULL)),
  constraint gifts_check1 CHECK ((kind = 'traffic'::text) = (traffic_bytes IS NOT NULL)),
  constraint gifts_check2 CHECK ((kind = 'balance'::text) = (amount_fen IS NOT NULL)),
  constraint gifts_check3 CHECK ((kind = 'balance'::text) = (package_id IS NULL)),
  constraint gifts_check4 CHECK ((kind = 'package'::text) = (period IS NOT NULL)),
  constraint gifts_check5 CHECK (kind <> 'balance'::text OR cost_fen = amount_fen),
  constraint gifts_cost_fen_check CHECK (cost_fen >= 0),
  constraint gifts_days_check CHECK (days >= 1 AND days <= 3660),
  constraint gifts_input_hash_check CHECK (octet_length(input_hash) = 32),
  constraint gifts_kind_check CHECK (kind = ANY (ARRAY['days'::text, 'traffic'::text, 'balance'::text, 'package'::text])),
  constraint gifts_paid_by_check CHECK (paid_by = ANY (ARRAY['reseller'::text, 'platform'::text, 'user'::text])),
  constraint gifts_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint gifts_request_key_check CHECK (octet_length(request_key) >= 8 AND octet_length(request_key) <= 200),
  constraint gifts_traffic_bytes_check CHECK (traffic_bytes > 0)
);
CREATE INDEX gifts_account ON gifts USING btree (reseller_id, account_id, created_at DESC);
CREATE INDEX gifts_by_platform ON gifts USING btree (created_at) WHERE paid_by = 'platform'::text;
CREATE UNIQUE INDEX gifts_of_reseller ON gifts USING btree (reseller_id, id);

create table hand_sales (
  order_id uuid not null,
  reseller_id integer not null,
  sold_by text not null,
  cost_fen bigint not null,
  noted_fen bigint,
  created_at timestamp with time zone not null,
  constraint hand_sales_pkey PRIMARY KEY (order_id),
  constraint hand_sales_reseller_id_order_id_fkey FOREIGN KEY (reseller_id, order_id) REFERENCES orders(reseller_id, id),
  constraint hand_sales_cost_fen_check CHECK (cost_fen > 0),
  constraint hand_sales_noted_fen_check CHECK (noted_fen >= 0)
);
CREATE INDEX hand_sales_by_day ON hand_sales USING btree (reseller_id, created_at);

create table hidden_clients (
  reseller_id integer not null,
  client_id text not null,
  constraint hidden_clients_pkey PRIMARY KEY (reseller_id, client_id),
  constraint hidden_clients_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);

create table idempotency_keys (
  reseller_id integer,
  account_id bigint,
  owner text not null generated always as (((COALESCE((reseller_id)::text, ''::text) || ':'::text) || COALESCE((account_id)::text, ''::text))) stored,
  call text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (owner, call, key),
  constraint idempotency_keys_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint idempotency_keys_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint idempotency_keys_body_hash_check CHECK (octet_length(body_hash) = 32),
  constraint idempotency_keys_call_check CHECK (call ~ '^[a-z_.]{3,60}$'::text),
  constraint idempotency_keys_key_check CHECK (octet_length(key) >= 8 AND octet_length(key) <= 200)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table import_passwords (
  reseller_id integer not null,
  import_id bigint not null,
  old_key text not null,
  mark text not null,
  wrapped text not null,
  constraint import_passwords_pkey PRIMARY KEY (reseller_id, import_id, old_key),
  constraint import_passwords_reseller_id_import_id_fkey FOREIGN KEY (reseller_id, import_id) REFERENCES imports(reseller_id, id)
);

create table import_tasks (
  id bigint not null generated always as identity,
  kind text not null,
  upload_id integer,
  file_name text,
  reseller_id integer,
  source text,
  wholesale_percent integer,
  has_looked boolean not null default false,
  sealed_token bytea,
  state text not null default 'waiting'::text,
  stage text,
  stage_at timestamp with time zone,
  done_count integer not null default 0,
  of_count integer not null default 0,
  progress_at timestamp with time zone,
  report jsonb,
  trouble text,
  trouble_code text,
  actor text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint import_tasks_pkey PRIMARY KEY (id),
  constraint import_tasks_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint import_tasks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES import_uploads(id) ON DELETE SET NULL,
  constraint import_tasks_actor_check CHECK (char_length(actor) >= 1 AND char_length(actor) <= 100),
  constraint import_tasks_asked_by_check CHECK (char_length(asked_by) >= 1 AND char_length(asked_by) <= 200),
  constraint import_tasks_check CHECK ((kind = 'check'::text) = (reseller_id IS NULL)),
  constraint import_tasks_check1 CHECK ((reseller_id IS NULL) = (source IS NULL)),
  constraint import_tasks_check2 CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  constraint import_tasks_check3 CHECK (sealed_token IS NULL OR ended_at IS NULL),
  constraint import_tasks_done_count_check CHECK (done_count >= 0),
  constraint import_tasks_file_name_check CHECK (char_length(file_name) <= 100),
  constraint import_tasks_kind_check CHECK (kind = ANY (ARRAY['check'::text, 'run'::text, 'undo'::text])),
  constraint import_tasks_of_count_check CHECK (of_count >= 0),
  constraint import_tasks_report_check CHECK (jsonb_typeof(report) = 'object'::text),
  constraint import_tasks_source_check CHECK (source ~ '^[a-z0-9-]{1,40}$'::text),
  constraint import_tasks_stage_check CHECK (char_length(stage) <= 20),
  constraint import_tasks_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])),
  constraint import_tasks_trouble_check CHECK (char_length(trouble) <= 500),
  constraint import_tasks_trouble_code_check CHECK (char_length(trouble_code) <= 40),
  constraint import_tasks_wholesale_percent_check CHECK (wholesale_percent >= 0 AND wholesale_percent <= 100)
);
CREATE UNIQUE INDEX import_tasks_one_open ON import_tasks USING btree ((ended_at IS NULL)) WHERE ended_at IS NULL;
CREATE INDEX import_tasks_reseller ON import_tasks USING btree (reseller_id);
CREATE INDEX import_tasks_upload ON import_tasks USING btree (upload_id);

create table import_things (
  reseller_id integer not null,
  import_id bigint not null,
  kind text not null,
  old_key text not null,
  our_key text not null,
  marks jsonb not null default '{}'::jsonb,
  balance_fen bigint not null default 0,
  commission_fen bigint not null default 0,
  turn integer not null default 0,
  constraint import_things_pkey PRIMARY KEY (reseller_id, import_id, kind, old_key),
  constraint import_things_reseller_id_import_id_fkey FOREIGN KEY (reseller_id, import_id) REFERENCES imports(reseller_id, id),
  constraint import_things_balance_fen_check CHECK (balance_fen >= 0),
  constraint import_things_commission_fen_check CHECK (commission_fen >= 0),
  constraint import_things_kind_check CHECK (kind = ANY (ARRAY['package'::text, 'node'::text, 'user'::text, 'coupon'::text, 'card'::text, 'notice'::text, 'article'::text, 'ticket'::text])),
  constraint import_things_marks_check CHECK (jsonb_typeof(marks) = 'object'::text),
  constraint import_things_old_key_check CHECK (char_length(old_key) >= 1 AND char_length(old_key) <= 60),
  constraint import_things_our_key_check CHECK (char_length(our_key) >= 1 AND char_length(our_key) <= 60),
  constraint import_things_turn_check CHECK (turn >= 0)
);
CREATE INDEX import_things_our_user ON import_things USING btree (reseller_id, our_key) WHERE kind = 'user'::text;

create unlogged table import_upload_parts (
  upload_id integer not null,
  number integer not null,
  bytes bytea not null,
  sha256 bytea not null,
  constraint import_upload_parts_pkey PRIMARY KEY (upload_id, number),
  constraint import_upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES import_uploads(id) ON DELETE CASCADE,
  constraint import_upload_parts_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 1048576),
  constraint import_upload_parts_number_check CHECK (number >= 0 AND number <= 2047),
  constraint import_upload_parts_sha256_check CHECK (octet_length(sha256) = 32)
);

create table import_uploads (
  id integer not null generated always as identity,
  name text not null,
  size_bytes bigint not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  constraint import_uploads_pkey PRIMARY KEY (id),
  constraint import_uploads_made_by_check CHECK (char_length(made_by) >= 1 AND char_length(made_by) <= 200),
  constraint import_uploads_name_check CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'::text),
  constraint import_uploads_size_bytes_check CHECK (size_bytes >= 1 AND size_bytes <= '2147483648'::bigint)
);

create table imports (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  source text not null,
  panel text not null,
  wholesale_percent integer not null,
  fingerprint bytea not null,
  stage text not null,
  "position" integer not null default 0,
  runs integer not null,
  begun_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undoing_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint imports_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint imports_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  constraint imports_panel_check CHECK (char_length(panel) >= 1 AND char_length(panel) <= 160),
  constraint imports_position_check CHECK ("position" >= 0),
  constraint imports_runs_check CHECK (runs > 0),
  constraint imports_source_check CHECK (source ~ '^[a-z0-9-]{1,40}$'::text),
  constraint imports_stage_check CHECK (stage = ANY (ARRAY['packages'::text, 'nodes'::text, 'passwords'::text, 'users'::text, 'money'::text, 'things'::text, 'done'::text])),
  constraint imports_wholesale_percent_check CHECK (wholesale_percent >= 0 AND wholesale_percent <= 100)
);
CREATE UNIQUE INDEX imports_one_open ON imports USING btree (reseller_id, source) WHERE undone_at IS NULL;

create table ledger_accounts (
  id bigint not null generated always as identity,
  kind text not null,
  reseller_id integer,
  account_id bigint,
  stripe integer not null default 0,
  code text not null generated always as ((((kind || COALESCE((':'::text || (reseller_id)::text), ''::text)) || COALESCE((':'::text || (account_id)::text), ''::text)) ||
CASE
    WHEN (stripe = 0) THEN ''::text
    ELSE ('#'::text || (stripe)::text)
END)) stored,
  balance_fen bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_code_key UNIQUE (code),
  constraint ledger_accounts_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint ledger_accounts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint ledger_accounts_check CHECK (stripe >= 0 AND stripe <= 15 AND (stripe = 0 OR (kind = ANY (ARRAY['platform'::text, 'outside'::text])))),
  constraint ledger_accounts_kind_check CHECK (kind = ANY (ARRAY['user'::text, 'commission_pending'::text, 'commission'::text, 'hold'::text, 'order_hold'::text, 'gift_hold'::text, 'unclaimed'::text, 'reseller'::text, 'receivable'::text, 'liability'::text, 'cards'::text, 'payout_hold'::text, 'bulk_hold'::text, 'platform'::text, 'outside'::text])),
  constraint ledger_accounts_owner CHECK (
CASE
    WHEN kind = ANY (ARRAY['user'::text, 'commission_pending'::text, 'commission'::text, 'hold'::text, 'order_hold'::text, 'gift_hold'::text, 'unclaimed'::text]) THEN reseller_id IS NOT NULL AND account_id IS NOT NULL
    WHEN kind = ANY (ARRAY['reseller'::text, 'receivable'::text, 'liability'::text, 'cards'::text, 'payout_hold'::text, 'bulk_hold'::text]) THEN reseller_id IS NOT NULL AND account_id IS NULL
    ELSE reseller_id IS NULL AND account_id IS NULL
END),
  constraint ledger_accounts_sign CHECK (
CASE
    WHEN kind = ANY (ARRAY['user'::text, 'commission_pending'::text, 'commission'::text, 'hold'::text, 'order_hold'::text, 'gift_hold'::text, 'unclaimed'::text, 'reseller'::text, 'cards'::text, 'payout_hold'::text, 'bulk_hold'::text]) THEN balance_fen >= 0
    WHEN kind = ANY (ARRAY['receivable'::text, 'liability'::text]) THEN balance_fen <= 0
    ELSE true
END)
);
CREATE INDEX ledger_accounts_users ON ledger_accounts USING btree (reseller_id, account_id) WHERE kind = 'user'::text;

create table ledger_closed_days (
  day date not null,
  until timestamp with time zone not null,
  closed_at timestamp with time zone not null,
  constraint ledger_closed_days_pkey PRIMARY KEY (day),
  constraint ledger_closed_days_check CHECK (closed_at >= (until + '01:00:00'::interval))
);

create table ledger_days (
  reseller_id integer not null,
  day date not null,
  kind text not null,
  entry text not null,
  amount_fen bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (reseller_id, day, kind, entry),
  constraint ledger_days_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint ledger_days_kind_check CHECK (kind = ANY (ARRAY['reseller'::text, 'receivable'::text, 'cards'::text, 'payout_hold'::text, 'bulk_hold'::text, 'liability'::text, 'sales'::text]))
);

create unlogged table ledger_marks (
  is_only boolean not null default true,
  checked_until bigint,
  checked_count bigint not null,
  seen_until bigint not null,
  seen_xid xid8 not null,
  constraint ledger_marks_pkey PRIMARY KEY (is_only),
  constraint ledger_marks_is_only_check CHECK (is_only)
);

create table ledger_postings (
  transaction_id bigint not null,
  ledger_account_id bigint not null,
  amount_fen bigint not null,
  balance_after_fen bigint not null,
  constraint ledger_postings_pkey PRIMARY KEY (ledger_account_id, transaction_id),
  constraint ledger_postings_ledger_account_id_fkey FOREIGN KEY (ledger_account_id) REFERENCES ledger_accounts(id),
  constraint ledger_postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint ledger_postings_amount_fen_check CHECK (amount_fen <> 0)
);
CREATE INDEX ledger_postings_transaction ON ledger_postings USING btree (transaction_id);

create table ledger_transactions (
  id bigint not null generated always as identity,
  key text not null,
  input_hash bytea not null,
  kind text not null,
  reseller_id integer not null,
  memo jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_key_key UNIQUE (key),
  constraint ledger_transactions_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint ledger_transactions_input_hash_check CHECK (octet_length(input_hash) = 32),
  constraint ledger_transactions_key_check CHECK (octet_length(key) >= 3 AND octet_length(key) <= 200),
  constraint ledger_transactions_kind_check CHECK (kind ~ '^[a-z_]{3,40}$'::text),
  constraint ledger_transactions_memo_check CHECK (jsonb_typeof(memo) = 'object'::text)
);
CREATE INDEX ledger_transactions_by_kind ON ledger_transactions USING btree (reseller_id, kind, created_at, id);
CREATE INDEX ledger_transactions_created ON ledger_transactions USING btree (created_at);
CREATE INDEX ledger_transactions_time ON ledger_transactions USING btree (reseller_id, created_at);

create table lifelines (
  reseller_id integer not null,
  account_id bigint not null,
  ended_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  used_bytes bigint not null default 0,
  constraint lifelines_pkey PRIMARY KEY (reseller_id, account_id, ended_at),
  constraint lifelines_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint lifelines_used_bytes_check CHECK (used_bytes >= 0)
);
CREATE INDEX lifelines_until ON lifelines USING btree (until_at);

create unlogged table line_addresses (
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null,
  address inet not null,
  first_seen_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint line_addresses_pkey PRIMARY KEY (reseller_id, account_id, address, node_id)
);
CREATE INDEX line_addresses_age ON line_addresses USING btree (seen_at);

create table line_contacts (
  reseller_id integer not null,
  account_id bigint not null,
  line_number bigint not null,
  begun_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint line_contacts_pkey PRIMARY KEY (reseller_id, account_id, line_number)
) with (fillfactor=50);
CREATE INDEX line_contacts_age ON line_contacts USING btree (seen_at);

create table line_counts (
  node_id integer not null,
  reseller_id integer not null,
  held integer not null,
  placed integer not null,
  constraint line_counts_pkey PRIMARY KEY (node_id, reseller_id),
  constraint line_counts_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id) ON DELETE CASCADE
);
CREATE INDEX line_counts_reseller ON line_counts USING btree (reseller_id, node_id);

create table line_move_items (
  move_id uuid not null,
  line_id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  state text not null default 'waiting'::text,
  reason text,
  done_at timestamp with time zone,
  constraint line_move_items_pkey PRIMARY KEY (move_id, line_id),
  constraint line_move_items_move_id_fkey FOREIGN KEY (move_id) REFERENCES line_moves(id) ON DELETE CASCADE,
  constraint line_move_items_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint line_move_items_check CHECK ((state = 'skipped'::text) = (reason IS NOT NULL)),
  constraint line_move_items_check1 CHECK ((state = 'waiting'::text) = (done_at IS NULL)),
  constraint line_move_items_reason_check CHECK (reason ~ '^[a-z_.]{3,60}$'::text),
  constraint line_move_items_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text]))
);
CREATE INDEX line_move_items_account ON line_move_items USING btree (reseller_id, account_id);
CREATE INDEX line_move_items_waiting ON line_move_items USING btree (move_id, line_id) WHERE state = 'waiting'::text;

create table line_moves (
  id uuid not null default gen_random_uuid(),
  from_node_id integer not null,
  to_node_id integer not null,
  actor text not null,
  lines integer not null,
  state text not null default 'running'::text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  only_reseller_id integer,
  constraint line_moves_pkey PRIMARY KEY (id),
  constraint line_moves_from_node_id_fkey FOREIGN KEY (from_node_id) REFERENCES nodes(id),
  constraint line_moves_only_reseller_id_fkey FOREIGN KEY (only_reseller_id) REFERENCES resellers(id),
  constraint line_moves_to_node_id_fkey FOREIGN KEY (to_node_id) REFERENCES nodes(id),
  constraint line_moves_check CHECK (from_node_id <> to_node_id),
  constraint line_moves_check1 CHECK ((state = 'running'::text) = (ended_at IS NULL)),
  constraint line_moves_lines_check CHECK (lines >= 0),
  constraint line_moves_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text]))
);
CREATE INDEX line_moves_age ON line_moves USING btree (created_at);
CREATE INDEX line_moves_newest ON line_moves USING btree (from_node_id, created_at DESC);
CREATE UNIQUE INDEX line_moves_running ON line_moves USING btree (from_node_id) WHERE state = 'running'::text;

create table lines (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null,
  generation integer not null default 1,
  sealed_credential bytea not null,
  port integer,
  state text not null,
  reason text,
  revision bigint not null,
  state_since timestamp with time zone not null,
  moved_from uuid,
  warned_at timestamp with time zone,
  created_at timestamp with time zone not null,
  leaves_at timestamp with time zone,
  constraint lines_pkey PRIMARY KEY (id),
  constraint lines_number_key UNIQUE (number),
  constraint lines_reseller_id_account_id_number_key UNIQUE (reseller_id, account_id, number),
  constraint lines_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint lines_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint lines_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint lines_reseller_id_moved_from_fkey FOREIGN KEY (reseller_id, moved_from) REFERENCES lines(reseller_id, id) ON DELETE SET NULL (moved_from),
  constraint lines_generation_check CHECK (generation > 0),
  constraint lines_port_check CHECK (port >= 1 AND port <= 65535),
  constraint lines_reason CHECK ((state = 'suspended'::text) = (reason IS NOT NULL)),
  constraint lines_reason_check CHECK (reason = ANY (ARRAY['paused'::text, 'expired'::text, 'quota'::text, 'limit'::text, 'node'::text])),
  constraint lines_state_check CHECK (state = ANY (ARRAY['installing'::text, 'active'::text, 'suspended'::text, 'moving'::text, 'failed'::text, 'removed'::text]))
);
CREATE INDEX lines_account ON lines USING btree (reseller_id, account_id) WHERE state <> 'removed'::text;
CREATE INDEX lines_moved ON lines USING btree (reseller_id, moved_from) WHERE moved_from IS NOT NULL;
CREATE UNIQUE INDEX lines_one_per_node ON lines USING btree (reseller_id, account_id, node_id) WHERE state <> 'removed'::text;
CREATE INDEX lines_pending ON lines USING btree (node_id, revision) WHERE state = ANY (ARRAY['installing'::text, 'moving'::text]);
CREATE INDEX lines_placed ON lines USING btree (node_id) WHERE state <> ALL (ARRAY['failed'::text, 'removed'::text]);
CREATE UNIQUE INDEX lines_port ON lines USING btree (node_id, port) WHERE state <> 'removed'::text AND port IS NOT NULL;
CREATE INDEX lines_removed ON lines USING btree (state_since) WHERE state = 'removed'::text;
CREATE INDEX lines_revision ON lines USING btree (node_id, revision);
CREATE INDEX lines_waiting ON lines USING btree (state_since) WHERE state = ANY (ARRAY['installing'::text, 'moving'::text]);

create table mail_code_guesses (
  code_id uuid not null,
  caller bytea not null,
  guesses integer not null,
  constraint mail_code_guesses_pkey PRIMARY KEY (code_id, caller),
  constraint mail_code_guesses_code_id_fkey FOREIGN KEY (code_id) REFERENCES mail_codes(id) ON DELETE CASCADE,
  constraint mail_code_guesses_guesses_check CHECK (guesses > 0)
);

create table mail_codes (
  id uuid not null,
  reseller_id integer not null,
  account_id bigint,
  subject bytea not null,
  purpose text not null,
  email text not null,
  code_hash bytea not null,
  sealed_code bytea,
  guesses_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  lane text not null default 'name'::text,
  constraint mail_codes_pkey PRIMARY KEY (id),
  constraint mail_codes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint mail_codes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint mail_codes_email_check CHECK (char_length(email) <= 254),
  constraint mail_codes_guesses_left_check CHECK (guesses_left >= 0),
  constraint mail_codes_lane_check CHECK (lane = ANY (ARRAY['name'::text, 'address'::text, 'device'::text])),
  constraint mail_codes_purpose_check CHECK (purpose = ANY (ARRAY['bind'::text, 'reset'::text, 'unlock'::text, 'operator_reset'::text, 'staff_invite'::text, 'staff_email'::text]))
);
CREATE INDEX mail_codes_age ON mail_codes USING btree (expires_at);
CREATE INDEX mail_codes_newest ON mail_codes USING btree (reseller_id, subject, purpose, lane, created_at DESC, id);

create table mails (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint,
  to_address text not null,
  template text not null,
  language text not null,
  params jsonb not null default '{}'::jsonb,
  code_id uuid,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_code_id_fkey FOREIGN KEY (code_id) REFERENCES mail_codes(id) ON DELETE SET NULL,
  constraint mails_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint mails_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint mails_language_check CHECK (language = ANY (ARRAY['zh-CN'::text, 'zh-TW'::text, 'en'::text])),
  constraint mails_to_address_check CHECK (char_length(to_address) <= 254)
);
CREATE INDEX mails_age ON mails USING btree (created_at);
CREATE INDEX mails_code ON mails USING btree (code_id) WHERE code_id IS NOT NULL;
CREATE INDEX mails_unsent ON mails USING btree (created_at) WHERE sent_at IS NULL;

create table maintenance_switch (
  id boolean not null default true,
  is_on boolean not null default false,
  until timestamp with time zone,
  note text not null default ''::text,
  changed_at timestamp with time zone,
  constraint maintenance_switch_pkey PRIMARY KEY (id),
  constraint maintenance_switch_check CHECK (is_on OR until IS NULL AND note = ''::text),
  constraint maintenance_switch_id_check CHECK (id),
  constraint maintenance_switch_note_check CHECK (char_length(note) <= 200)
);

create table maintenance_windows (
  id bigint not null generated always as identity,
  node_id integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  note text not null default ''::text,
  actor text not null,
  created_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint maintenance_windows_pkey PRIMARY KEY (id),
  constraint maintenance_windows_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint maintenance_windows_check CHECK (ends_at > starts_at),
  constraint maintenance_windows_check1 CHECK (ended_at IS NULL OR begun_at IS NOT NULL),
  constraint maintenance_windows_note_check CHECK (char_length(note) <= 200)
);
CREATE INDEX maintenance_windows_open ON maintenance_windows USING btree (starts_at) WHERE ended_at IS NULL AND cancelled_at IS NULL;

create table merchants (
  id text not null,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  provider text not null,
  name text not null,
  app_id text not null,
  seller_id text,
  sealed_secret bytea not null,
  alipay_public_key text,
  gateway_url text not null,
  page_url text,
  notify_base_url text,
  channels text[] not null,
  devices text[] not null,
  epay_key_prefix text not null default ''::text,
  is_sandbox boolean not null default false,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  "position" integer not null default 0,
  is_gateway_local boolean not null default false,
  tested_at timestamp with time zone,
  settings jsonb not null default '{}'::jsonb,
  way_rules jsonb not null default '{}'::jsonb,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_id_owner_key_key UNIQUE (id, owner_key),
  constraint merchants_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint merchants_app_id_check CHECK (app_id ~ '^[A-Za-z0-9_-]{1,64}$'::text),
  constraint merchants_channels_check CHECK (cardinality(channels) > 0),
  constraint merchants_check CHECK ((provider = 'alipay'::text) = (seller_id IS NOT NULL)),
  constraint merchants_check1 CHECK ((provider = 'alipay'::text) = (alipay_public_key IS NOT NULL)),
  constraint merchants_check2 CHECK (provider <> 'alipay'::text OR channels = ARRAY['alipay'::text]),
  constraint merchants_devices_check CHECK (devices <@ ARRAY['pc'::text, 'wap'::text, 'qr'::text] AND cardinality(devices) > 0),
  constraint merchants_epay_key_prefix_check CHECK (epay_key_prefix = ANY (ARRAY[''::text, '&key='::text])),
  constraint merchants_gateway_url_check CHECK (gateway_url ~ '^https?://'::text),
  constraint merchants_id_check CHECK (id ~ '^[a-z0-9]{12}$'::text),
  constraint merchants_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint merchants_notify_base_url_check CHECK (notify_base_url ~ '^https?://'::text),
  constraint merchants_page_url_check CHECK (page_url ~ '^https?://'::text),
  constraint merchants_provider_check CHECK (provider ~ '^[a-z0-9]+$'::text),
  constraint merchants_seller_id_check CHECK (seller_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)
);
CREATE UNIQUE INDEX merchants_app ON merchants USING btree (provider, app_id, gateway_url) WHERE NOT is_sandbox;
CREATE INDEX merchants_owner ON merchants USING btree (owner_key) WHERE disabled_at IS NULL;
CREATE UNIQUE INDEX merchants_sandbox ON merchants USING btree (provider, app_id) WHERE is_sandbox;

create table mode_marks (
  id integer not null default 1,
  mode text not null,
  marked_at timestamp with time zone not null,
  constraint mode_marks_pkey PRIMARY KEY (id),
  constraint mode_marks_id_check CHECK (id = 1),
  constraint mode_marks_mode_check CHECK (mode = ANY (ARRAY['sandbox'::text, 'production'::text]))
);

create table monitor_events (
  key bigint not null generated always as identity,
  id bigint,
  reseller_id integer,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  constraint monitor_events_pkey PRIMARY KEY (key),
  constraint monitor_events_id_key UNIQUE (id),
  constraint monitor_events_kind_check CHECK (kind = ANY (ARRAY['alert'::text, 'maintenance'::text]))
);
CREATE INDEX monitor_events_age ON monitor_events USING btree (created_at);
CREATE INDEX monitor_events_fresh ON monitor_events USING btree (key) WHERE id IS NULL;

create table monitor_sessions (
  id uuid not null default gen_random_uuid(),
  monitor_id integer not null,
  token_hash bytea not null,
  user_agent text not null default ''::text,
  address inet,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint monitor_sessions_pkey PRIMARY KEY (id),
  constraint monitor_sessions_token_hash_key UNIQUE (token_hash),
  constraint monitor_sessions_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitors(id),
  constraint monitor_sessions_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint monitor_sessions_user_agent_check CHECK (char_length(user_agent) <= 300)
);
CREATE INDEX monitor_sessions_age ON monitor_sessions USING btree (seen_at);
CREATE INDEX monitor_sessions_monitor ON monitor_sessions USING btree (monitor_id) WHERE revoked_at IS NULL;

create table monitors (
  id integer not null generated always as identity,
  reseller_id integer,
  user_name text not null,
  password_hash text not null,
  totp_secret bytea,
  totp_step bigint not null default 0,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint monitors_pkey PRIMARY KEY (id),
  constraint monitors_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint monitors_user_name_check CHECK (user_name ~ '^[A-Za-z0-9_.@-]{1,40}$'::text)
);
CREATE UNIQUE INDEX monitors_name ON monitors USING btree (lower(user_name));

create table node_blocked_days (
  node_id integer not null,
  day date not null,
  tries bigint not null,
  constraint node_blocked_days_pkey PRIMARY KEY (node_id, day),
  constraint node_blocked_days_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint node_blocked_days_tries_check CHECK (tries >= 0)
);

create table node_clocks (
  node_id integer not null,
  counted_until timestamp with time zone not null,
  constraint node_clocks_pkey PRIMARY KEY (node_id),
  constraint node_clocks_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table node_days (
  node_id integer not null,
  day date not null,
  up_minutes integer not null default 0,
  down_minutes integer not null default 0,
  maintenance_minutes integer not null default 0,
  constraint node_days_pkey PRIMARY KEY (node_id, day),
  constraint node_days_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table node_group_nodes (
  group_id integer not null,
  node_id integer not null,
  constraint node_group_nodes_pkey PRIMARY KEY (group_id, node_id),
  constraint node_group_nodes_group_id_fkey FOREIGN KEY (group_id) REFERENCES node_groups(id) ON DELETE CASCADE,
  constraint node_group_nodes_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table node_groups (
  id integer not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null,
  constraint node_groups_pkey PRIMARY KEY (id),
  constraint node_groups_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40)
);
CREATE UNIQUE INDEX node_groups_name ON node_groups USING btree (lower(name));

create table node_keys (
  node_id integer not null,
  epoch integer not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  constraint node_keys_pkey PRIMARY KEY (node_id, epoch),
  constraint node_keys_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint node_keys_epoch_check CHECK (epoch > 0)
);

create table node_maintenances (
  id bigint not null generated always as identity,
  node_id integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint node_maintenances_pkey PRIMARY KEY (id),
  constraint node_maintenances_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint node_maintenances_check CHECK (ended_at >= started_at)
);
CREATE INDEX node_maintenances_age ON node_maintenances USING btree (started_at);
CREATE UNIQUE INDEX node_maintenances_open ON node_maintenances USING btree (node_id) WHERE ended_at IS NULL;

create table node_minutes (
  node_id integer not null,
  minute timestamp with time zone not null,
  state text not null,
  online_users integer not null default 0,
  up_bps bigint not null default 0,
  down_bps bigint not null default 0,
  is_counted boolean not null default false,
  cpu_percent integer,
  memory_percent integer,
  latency_ms integer,
  constraint node_minutes_pkey PRIMARY KEY (node_id, minute),
  constraint node_minutes_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint node_minutes_state_check CHECK (state = ANY (ARRAY['up'::text, 'down'::text, 'maintenance'::text]))
);
CREATE INDEX node_minutes_age ON node_minutes USING brin (minute);
CREATE INDEX node_minutes_fresh ON node_minutes USING btree (minute) WHERE NOT is_counted;

create table node_states (
  node_id integer not null,
  seen_at timestamp with time zone not null,
  boot_id text not null default ''::text,
  engine text not null default 'unknown'::text,
  applied_revision bigint not null default 0,
  agent_version text not null default ''::text,
  cpu_percent integer,
  memory_percent integer,
  online_users integer not null default 0,
  connections integer not null default 0,
  up_bps bigint not null default 0,
  down_bps bigint not null default 0,
  latency_ms integer,
  update_fault text,
  engine_version text,
  looked_at timestamp with time zone,
  look_way text,
  look_ms integer,
  look_failures integer not null default 0,
  look_fault text,
  looked_by integer,
  looks_asked_at timestamp with time zone,
  look_engines text not null default ''::text,
  has_probe boolean not null default false,
  blocked_run text,
  blocked_count bigint,
  cert_sha256 text,
  look_cert_sha256 text,
  has_update_key boolean,
  constraint node_states_pkey PRIMARY KEY (node_id),
  constraint node_states_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint node_states_agent_version_check CHECK (char_length(agent_version) <= 60),
  constraint node_states_blocked_check CHECK (blocked_count >= 0 AND char_length(blocked_run) <= 100),
  constraint node_states_boot_id_check CHECK (char_length(boot_id) <= 100),
  constraint node_states_cert_sha256_check CHECK (cert_sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint node_states_connections_check CHECK (connections >= 0),
  constraint node_states_cpu_percent_check CHECK (cpu_percent >= 0 AND cpu_percent <= 100),
  constraint node_states_down_bps_check CHECK (down_bps >= 0),
  constraint node_states_engine_check CHECK (engine = ANY (ARRAY['unknown'::text, 'running'::text, 'starting'::text, 'down'::text])),
  constraint node_states_look_cert_sha256_check CHECK (look_cert_sha256 ~ '^[0-9a-f]{64}$'::text) NOT VALID,
  constraint node_states_look_fault_check CHECK (look_fault = ANY (ARRAY['refused'::text, 'timeout'::text, 'name'::text, 'tls'::text, 'carry'::text])),
  constraint node_states_look_sizes_check CHECK (look_ms >= 0 AND look_failures >= 0 AND char_length(look_engines) <= 100),
  constraint node_states_look_way_check CHECK (look_way = ANY (ARRAY['engine'::text, 'tls'::text, 'tcp'::text])),
  constraint node_states_memory_percent_check CHECK (memory_percent >= 0 AND memory_percent <= 100),
  constraint node_states_online_users_check CHECK (online_users >= 0),
  constraint node_states_up_bps_check CHECK (up_bps >= 0)
);

create table nodes (
  id integer not null generated always as identity,
  reseller_id integer,
  name text not null,
  region text not null,
  address text not null,
  port integer not null,
  protocol text not null,
  settings jsonb not null default '{}'::jsonb,
  sealed_secrets bytea,
  rate_percent integer not null default 100,
  capacity integer not null default 1000,
  speed_mbps integer not null default 1000,
  suits text[] not null default '{}'::text[],
  connection text not null default 'agent'::text,
  in_maintenance boolean not null default false,
  revision bigint not null default 1,
  settings_revision bigint not null default 1,
  enrol_hash bytea,
  enrol_expires_at timestamp with time zone,
  epoch integer not null default 0,
  uniproxy_hash bytea,
  is_demo boolean not null default false,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  names jsonb not null default '{}'::jsonb,
  shares_port boolean not null default false,
  has_lifelines boolean not null default false,
  wanted_agent text,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_enrol_hash_key UNIQUE (enrol_hash),
  constraint nodes_uniproxy_hash_key UNIQUE (uniproxy_hash),
  constraint nodes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint nodes_wanted_agent_fkey FOREIGN KEY (wanted_agent) REFERENCES agent_releases(number),
  constraint nodes_address_check CHECK (address ~ '^[A-Za-z0-9.:-]{1,253}$'::text),
  constraint nodes_capacity_check CHECK (capacity >= 1 AND capacity <= 100000),
  constraint nodes_check CHECK ((enrol_hash IS NULL) = (enrol_expires_at IS NULL)),
  constraint nodes_connection_check CHECK (connection = ANY (ARRAY['agent'::text, 'uniproxy'::text])),
  constraint nodes_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint nodes_names_check CHECK (is_by_language(names, 40)),
  constraint nodes_port_check CHECK (port >= 1 AND port <= 65535),
  constraint nodes_protocol_check CHECK (protocol = ANY (ARRAY['vless'::text, 'vmess'::text, 'trojan'::text, 'shadowsocks'::text, 'hysteria2'::text, 'tuic'::text, 'anytls'::text])),
  constraint nodes_rate_percent_check CHECK (rate_percent >= 0 AND rate_percent <= 10000),
  constraint nodes_region_check CHECK (region ~ '^[A-Z]{2}$'::text),
  constraint nodes_settings_check CHECK (jsonb_typeof(settings) = 'object'::text),
  constraint nodes_speed_mbps_check CHECK (speed_mbps >= 1 AND speed_mbps <= 400000),
  constraint nodes_suits_check CHECK (suits <@ ARRAY['game'::text, 'video'::text, 'saver'::text])
);
CREATE UNIQUE INDEX nodes_name ON nodes USING btree (name) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX nodes_port ON nodes USING btree (lower(address), port, (protocol = ANY (ARRAY['hysteria2'::text, 'tuic'::text]))) WHERE removed_at IS NULL AND NOT shares_port;

create table notice_reads (
  reseller_id integer not null,
  account_id bigint not null,
  notice_id bigint not null,
  read_at timestamp with time zone not null,
  constraint notice_reads_pkey PRIMARY KEY (reseller_id, account_id, notice_id),
  constraint notice_reads_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint notice_reads_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id)
);
CREATE INDEX notice_reads_age ON notice_reads USING btree (read_at);
CREATE INDEX notice_reads_notice ON notice_reads USING btree (notice_id);

create table notice_recipients (
  reseller_id integer not null,
  account_id bigint not null,
  notice_id bigint not null,
  constraint notice_recipients_pkey PRIMARY KEY (reseller_id, account_id, notice_id),
  constraint notice_recipients_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint notice_recipients_reseller_id_notice_id_fkey FOREIGN KEY (reseller_id, notice_id) REFERENCES notices(reseller_id, id)
);
CREATE INDEX notice_recipients_notice ON notice_recipients USING btree (notice_id);

create table notices (
  id bigint not null generated always as identity,
  reseller_id integer,
  title text not null,
  body text not null,
  is_pinned boolean not null default false,
  published_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  titles jsonb not null default '{}'::jsonb,
  bodies jsonb not null default '{}'::jsonb,
  is_addressed boolean not null default false,
  is_kept boolean not null default false,
  audience text not null default 'all'::text,
  audience_package integer,
  audience_days integer,
  is_held boolean not null default false,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint notices_audience_package_fkey FOREIGN KEY (audience_package) REFERENCES packages(id),
  constraint notices_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint notices_addressed_check CHECK (NOT is_addressed OR reseller_id IS NOT NULL),
  constraint notices_audience_check CHECK (audience = ANY (ARRAY['all'::text, 'package'::text, 'ending'::text, 'expired'::text])),
  constraint notices_audience_days_check CHECK (audience_days >= 1 AND audience_days <= 90),
  constraint notices_bodies_check CHECK (is_by_language(bodies, 8000)),
  constraint notices_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 8000),
  constraint notices_check CHECK (expires_at > published_at),
  constraint notices_kept_check CHECK (NOT is_kept OR is_addressed AND withdrawn_at IS NULL AND expires_at IS NULL),
  constraint notices_meets_check CHECK ((audience = 'package'::text) = (audience_package IS NOT NULL) AND (audience = ANY (ARRAY['ending'::text, 'expired'::text])) = (audience_days IS NOT NULL) AND (audience = 'all'::text OR is_addressed)),
  constraint notices_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 80),
  constraint notices_titles_check CHECK (is_by_language(titles, 80))
);
CREATE INDEX notices_held ON notices USING btree (published_at) WHERE is_held AND withdrawn_at IS NULL;
CREATE INDEX notices_listed ON notices USING btree (reseller_id, published_at, id) WHERE NOT is_kept;
CREATE INDEX notices_shown ON notices USING btree (reseller_id, published_at DESC, id DESC) WHERE withdrawn_at IS NULL AND NOT is_addressed;

create table notify_inbox (
  id bigint not null generated always as identity,
  merchant_id text not null,
  notify_key text not null,
  payment_id uuid,
  body text not null,
  verdict text not null default 'received'::text,
  times integer not null default 1,
  received_at timestamp with time zone not null,
  constraint notify_inbox_pkey PRIMARY KEY (id),
  constraint notify_inbox_merchant_id_notify_key_key UNIQUE (merchant_id, notify_key),
  constraint notify_inbox_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint notify_inbox_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint notify_inbox_body_check CHECK (octet_length(body) <= 65536),
  constraint notify_inbox_notify_key_check CHECK (octet_length(notify_key) >= 1 AND octet_length(notify_key) <= 128),
  constraint notify_inbox_verdict_check CHECK (verdict = ANY (ARRAY['received'::text, 'settled'::text, 'repeated'::text, 'unconfirmed'::text, 'refund'::text, 'mismatch'::text, 'unknown'::text, 'ignored'::text]))
);
CREATE INDEX notify_inbox_age ON notify_inbox USING btree (received_at);
CREATE INDEX notify_inbox_payment ON notify_inbox USING btree (payment_id);

create table office_contacts (
  reseller_id integer not null,
  ending integer not null,
  over_quota integer not null,
  never_connected integer not null,
  counted_at timestamp with time zone not null,
  constraint office_contacts_pkey PRIMARY KEY (reseller_id),
  constraint office_contacts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint office_contacts_ending_check CHECK (ending >= 0),
  constraint office_contacts_never_connected_check CHECK (never_connected >= 0),
  constraint office_contacts_over_quota_check CHECK (over_quota >= 0)
);

create table office_days (
  reseller_id integer not null,
  day date not null,
  orders bigint not null,
  sales_fen bigint not null,
  margin_fen bigint not null,
  refunded_fen bigint not null,
  topped_up_fen bigint not null,
  traded_fen bigint not null,
  new_users bigint not null,
  active_users bigint not null,
  keys bigint not null default 0,
  key_sales_fen bigint not null default 0,
  key_cost_fen bigint not null default 0,
  key_face_fen bigint not null default 0,
  constraint office_days_pkey PRIMARY KEY (reseller_id, day),
  constraint office_days_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint office_days_active_users_check CHECK (active_users >= 0),
  constraint office_days_new_users_check CHECK (new_users >= 0),
  constraint office_days_orders_check CHECK (orders >= 0),
  constraint office_days_refunded_fen_check CHECK (refunded_fen >= 0),
  constraint office_days_sales_fen_check CHECK (sales_fen >= 0),
  constraint office_days_topped_up_fen_check CHECK (topped_up_fen >= 0)
);

create table office_guides (
  reseller_id integer not null,
  prices_seen_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  constraint office_guides_pkey PRIMARY KEY (reseller_id),
  constraint office_guides_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);

create table office_notice_reads (
  notice_id integer not null,
  staff_id bigint not null,
  read_at timestamp with time zone not null,
  constraint office_notice_reads_pkey PRIMARY KEY (notice_id, staff_id),
  constraint office_notice_reads_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES office_notices(id),
  constraint office_notice_reads_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX office_notice_reads_staff ON office_notice_reads USING btree (staff_id);

create table office_notices (
  id integer not null generated by default as identity,
  title text not null,
  body text not null,
  titles jsonb not null default '{}'::jsonb,
  bodies jsonb not null default '{}'::jsonb,
  made_by text not null,
  published_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint office_notices_pkey PRIMARY KEY (id),
  constraint office_notices_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 20000),
  constraint office_notices_check CHECK (expires_at > published_at),
  constraint office_notices_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 200)
);
CREATE INDEX office_notices_time ON office_notices USING btree (published_at DESC, id DESC);

create table office_summed (
  id boolean not null default true,
  last_day date not null,
  has_keys boolean not null default false,
  has_gross boolean not null default false,
  constraint office_summed_pkey PRIMARY KEY (id),
  constraint office_summed_id_check CHECK (id)
);

create table old_feed_paths (
  path text not null,
  reseller_id integer not null,
  constraint old_feed_paths_pkey PRIMARY KEY (path, reseller_id),
  constraint old_feed_paths_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint old_feed_paths_path_check CHECK (char_length(path) <= 100 AND path ~ '^(/[A-Za-z0-9_.-]+)+$'::text)
);
CREATE INDEX old_feed_paths_reseller ON old_feed_paths USING btree (reseller_id);

create table old_feed_tokens (
  token_hash bytea not null,
  reseller_id integer not null,
  account_id bigint not null,
  constraint old_feed_tokens_pkey PRIMARY KEY (token_hash),
  constraint old_feed_tokens_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint old_feed_tokens_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX old_feed_tokens_account ON old_feed_tokens USING btree (reseller_id, account_id);

create table old_node_keys (
  token_hash bytea not null,
  node_type text not null,
  old_node_id integer not null,
  node_id integer not null,
  constraint old_node_keys_pkey PRIMARY KEY (token_hash, old_node_id, node_type),
  constraint old_node_keys_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint old_node_keys_node_type_check CHECK (node_type ~ '^[a-z0-9]{1,20}$'::text),
  constraint old_node_keys_old_node_id_check CHECK (old_node_id > 0),
  constraint old_node_keys_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX old_node_keys_node ON old_node_keys USING btree (node_id);

create table orders (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  action text not null,
  state text not null default 'pending'::text,
  package_id integer,
  period text,
  quote_id uuid,
  coupon_id bigint,
  list_fen bigint not null,
  discount_fen bigint not null default 0,
  credit_fen bigint not null default 0,
  total_fen bigint not null,
  wholesale_fen bigint not null,
  inviter_id bigint,
  commission_fen bigint not null default 0,
  basis_revision integer not null default 0,
  holds_stock boolean not null default false,
  paid_by text,
  payment_id text,
  refunded_fen bigint not null default 0,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  closed_at timestamp with time zone,
  full_wholesale_fen bigint,
  balance_fen bigint not null default 0,
  held_for uuid,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_quote_id_key UNIQUE (quote_id),
  constraint orders_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint orders_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint orders_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint orders_reseller_id_coupon_id_fkey FOREIGN KEY (reseller_id, coupon_id) REFERENCES coupons(reseller_id, id),
  constraint orders_reseller_id_inviter_id_fkey FOREIGN KEY (reseller_id, inviter_id) REFERENCES accounts(reseller_id, id),
  constraint orders_reseller_id_quote_id_fkey FOREIGN KEY (reseller_id, quote_id) REFERENCES quotes(reseller_id, id) ON DELETE SET NULL (quote_id),
  constraint orders_action_check CHECK (action = ANY (ARRAY['new'::text, 'renew'::text, 'upgrade'::text, 'pack'::text, 'agency'::text])),
  constraint orders_balance_part CHECK (balance_fen = 0 OR balance_fen > 0 AND balance_fen < total_fen AND action <> 'agency'::text AND paid_by IS DISTINCT FROM 'reseller'::text),
  constraint orders_by_hand_at_wholesale CHECK (paid_by IS DISTINCT FROM 'reseller'::text OR total_fen = wholesale_fen AND discount_fen = 0 AND credit_fen = 0 AND commission_fen = 0 AND inviter_id IS NULL AND (action = ANY (ARRAY['new'::text, 'renew'::text]))),
  constraint orders_check CHECK (discount_fen >= 0 AND discount_fen <= list_fen),
  constraint orders_check1 CHECK (total_fen = GREATEST(0::bigint, list_fen - discount_fen - credit_fen)),
  constraint orders_check10 CHECK (inviter_id <> account_id),
  constraint orders_check11 CHECK (commission_fen = 0 OR inviter_id IS NOT NULL),
  constraint orders_check2 CHECK (commission_fen >= 0 AND commission_fen <= total_fen),
  constraint orders_check3 CHECK (refunded_fen >= 0 AND refunded_fen <= total_fen),
  constraint orders_check4 CHECK ((action = 'agency'::text) = (package_id IS NULL)),
  constraint orders_check5 CHECK ((package_id IS NULL) = (period IS NULL)),
  constraint orders_check6 CHECK ((state = ANY (ARRAY['paid'::text, 'refunded'::text])) = (settled_at IS NOT NULL)),
  constraint orders_check7 CHECK ((settled_at IS NULL) = (paid_by IS NULL)),
  constraint orders_check8 CHECK (state <> 'refunded'::text OR refunded_fen > 0),
  constraint orders_check9 CHECK (refunded_fen = 0 OR state = 'refunded'::text),
  constraint orders_credit_fen_check CHECK (credit_fen >= 0),
  constraint orders_held_while_unpaid CHECK (held_for IS NULL OR balance_fen > 0 AND (state = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text]))),
  constraint orders_list_fen_check CHECK (list_fen > 0),
  constraint orders_paid_by_check CHECK (paid_by = ANY (ARRAY['balance'::text, 'platform_merchant'::text, 'own_merchant'::text, 'reseller'::text])),
  constraint orders_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint orders_state_check CHECK (state = ANY (ARRAY['pending'::text, 'paid'::text, 'cancelled'::text, 'expired'::text, 'refunded'::text])),
  constraint orders_wholesale_fen_check CHECK (wholesale_fen >= 0)
);
CREATE INDEX orders_account ON orders USING btree (reseller_id, account_id, created_at DESC, id);
CREATE INDEX orders_by_action ON orders USING btree (reseller_id, action, created_at, id);
CREATE INDEX orders_by_package ON orders USING btree (reseller_id, package_id, created_at, id) WHERE package_id IS NOT NULL;
CREATE INDEX orders_by_source ON orders USING btree (reseller_id, paid_by, created_at, id) WHERE paid_by IS NOT NULL;
CREATE INDEX orders_by_state ON orders USING btree (reseller_id, state, created_at, id);
CREATE INDEX orders_by_total ON orders USING btree (reseller_id, total_fen, id);
CREATE INDEX orders_coupon ON orders USING btree (reseller_id, coupon_id) INCLUDE (state, discount_fen) WHERE coupon_id IS NOT NULL;
CREATE INDEX orders_created ON orders USING btree (created_at);
CREATE INDEX orders_due ON orders USING btree (expires_at) WHERE state = 'pending'::text;
CREATE INDEX orders_given_back ON orders USING btree (reseller_id, settled_at) WHERE refunded_fen > 0;
CREATE INDEX orders_listed ON orders USING btree (reseller_id, created_at, id);
CREATE UNIQUE INDEX orders_one_open ON orders USING btree (reseller_id, account_id, (
CASE
    WHEN action = ANY (ARRAY['pack'::text, 'agency'::text]) THEN action
    ELSE 'plan'::text
END)) WHERE state = 'pending'::text;
CREATE INDEX orders_sold ON orders USING btree (reseller_id, settled_at) WHERE settled_at IS NOT NULL;

create table outage_nodes (
  reseller_id integer not null,
  outage_id bigint not null,
  node_id integer not null,
  constraint outage_nodes_pkey PRIMARY KEY (outage_id, node_id),
  constraint outage_nodes_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id) ON DELETE CASCADE,
  constraint outage_nodes_reseller_id_outage_id_fkey FOREIGN KEY (reseller_id, outage_id) REFERENCES outages(reseller_id, id) ON DELETE CASCADE
);
CREATE INDEX outage_nodes_node ON outage_nodes USING btree (node_id);
CREATE INDEX outage_nodes_outage ON outage_nodes USING btree (reseller_id, outage_id);

create table outages (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  started_at timestamp with time zone not null,
  back_at timestamp with time zone,
  ended_at timestamp with time zone,
  begun_by text not null,
  ended_by text,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint outages_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint outages_check CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  constraint outages_check1 CHECK (back_at > started_at)
);
CREATE UNIQUE INDEX outages_open ON outages USING btree (reseller_id) WHERE ended_at IS NULL;

create table own_prices (
  reseller_id integer not null,
  package_id integer not null,
  period text not null,
  wholesale_fen bigint not null,
  constraint own_prices_pkey PRIMARY KEY (reseller_id, package_id, period),
  constraint own_prices_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint own_prices_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint own_prices_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint own_prices_wholesale_fen_check CHECK (wholesale_fen >= 0 AND wholesale_fen <= 100000000)
);

create table package_offers (
  reseller_id integer not null,
  package_id integer not null,
  period text not null,
  retail_fen bigint not null,
  is_on boolean not null default true,
  confirmed_retail_fen bigint,
  confirmed_wholesale_fen bigint,
  stopped_at timestamp with time zone,
  stop_told_at timestamp with time zone,
  constraint package_offers_pkey PRIMARY KEY (reseller_id, package_id, period),
  constraint package_offers_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint package_offers_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint package_offers_confirmed CHECK ((confirmed_retail_fen IS NULL) = (confirmed_wholesale_fen IS NULL)),
  constraint package_offers_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint package_offers_retail_fen_check CHECK (retail_fen >= 1 AND retail_fen <= 100000000),
  constraint package_offers_stop_told CHECK (stop_told_at IS NULL OR stopped_at IS NOT NULL)
);
CREATE INDEX package_offers_untold ON package_offers USING btree (stopped_at) WHERE stopped_at IS NOT NULL AND stop_told_at IS NULL;

create table packages (
  id integer not null generated always as identity,
  kind text not null,
  name text not null,
  note text not null default ''::text,
  traffic_bytes bigint not null,
  device_limit integer not null default 0,
  line_limit integer not null default 0,
  speed_class text not null default 'standard'::text,
  stock integer,
  is_listed boolean not null default true,
  place integer not null default 0,
  created_at timestamp with time zone not null default now(),
  names jsonb not null default '{}'::jsonb,
  trial_days integer,
  trial_paid_by text,
  notes jsonb not null default '{}'::jsonb,
  constraint packages_pkey PRIMARY KEY (id),
  constraint packages_name_key UNIQUE (name),
  constraint packages_check CHECK (kind = 'pack'::text OR device_limit > 0 AND line_limit > 0),
  constraint packages_device_limit_check CHECK (device_limit >= 0),
  constraint packages_kind_check CHECK (kind = ANY (ARRAY['plan'::text, 'pack'::text])),
  constraint packages_line_limit_check CHECK (line_limit >= 0),
  constraint packages_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint packages_names_check CHECK (is_by_language(names, 40)),
  constraint packages_note_check CHECK (char_length(note) <= 200),
  constraint packages_notes_check CHECK (is_by_language(notes, 200)),
  constraint packages_speed_class_check CHECK (speed_class = ANY (ARRAY['standard'::text, 'fast'::text, 'fastest'::text])),
  constraint packages_stock_check CHECK (stock >= 0),
  constraint packages_traffic_bytes_check CHECK (traffic_bytes > 0),
  constraint packages_trial CHECK ((trial_days IS NULL) = (trial_paid_by IS NULL) AND (trial_days IS NULL OR kind = 'plan'::text AND trial_days >= 1 AND trial_days <= 30)),
  constraint packages_trial_paid_by_check CHECK (trial_paid_by = ANY (ARRAY['reseller'::text, 'platform'::text]))
);

create table passkey_challenges (
  challenge text not null,
  reseller_id integer not null,
  account_id bigint,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint passkey_challenges_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['register'::text, 'login'::text]))
);
CREATE INDEX passkey_challenges_age ON passkey_challenges USING btree (expires_at);

create table passkeys (
  id text not null,
  reseller_id integer not null,
  account_id bigint not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (reseller_id, id),
  constraint passkeys_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint passkeys_id_check CHECK (octet_length(id) <= 1400),
  constraint passkeys_name_check CHECK (char_length(name) <= 60)
);
CREATE INDEX passkeys_account ON passkeys USING btree (reseller_id, account_id);

create table pauses (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone,
  is_undone boolean not null default false,
  is_block boolean not null default false,
  constraint pauses_pkey PRIMARY KEY (id),
  constraint pauses_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint pauses_check CHECK (ended_at >= started_at),
  constraint pauses_undone_check CHECK (NOT is_undone OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX pauses_one_open ON pauses USING btree (reseller_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX pauses_recent ON pauses USING btree (reseller_id, account_id, started_at);

create table payee_accounts (
  reseller_id integer not null,
  method text not null,
  sealed_account bytea not null,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  constraint payee_accounts_pkey PRIMARY KEY (reseller_id),
  constraint payee_accounts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint payee_accounts_method_check CHECK (method = ANY (ARRAY['alipay'::text, 'wechat'::text, 'bank'::text]))
);

create table payment_confirmations (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  payment_id uuid,
  account_id bigint,
  merchant_id text not null,
  merchant_owner_key integer not null,
  amount_fen bigint not null,
  proof text not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  state text not null default 'asked'::text,
  settled_by text,
  settled_at timestamp with time zone,
  constraint payment_confirmations_pkey PRIMARY KEY (id),
  constraint payment_confirmations_merchant_id_merchant_owner_key_fkey FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key),
  constraint payment_confirmations_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint payment_confirmations_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint payment_confirmations_reseller_id_payment_id_fkey FOREIGN KEY (reseller_id, payment_id) REFERENCES payments(reseller_id, id),
  constraint payment_confirmations_amount_fen_check CHECK (amount_fen >= 1 AND amount_fen <= 100000000),
  constraint payment_confirmations_check CHECK (merchant_owner_key = '-1'::integer OR merchant_owner_key = reseller_id),
  constraint payment_confirmations_check1 CHECK (payment_id IS NOT NULL OR account_id IS NOT NULL),
  constraint payment_confirmations_check2 CHECK ((state = 'asked'::text) = (settled_at IS NULL)),
  constraint payment_confirmations_check3 CHECK ((state = 'asked'::text) = (settled_by IS NULL)),
  constraint payment_confirmations_check4 CHECK (state <> 'done'::text OR payment_id IS NOT NULL),
  constraint payment_confirmations_proof_check CHECK (octet_length(proof) >= 8 AND octet_length(proof) <= 300),
  constraint payment_confirmations_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 200),
  constraint payment_confirmations_state_check CHECK (state = ANY (ARRAY['asked'::text, 'done'::text, 'dropped'::text]))
);
CREATE INDEX payment_confirmations_account ON payment_confirmations USING btree (reseller_id, account_id);
CREATE INDEX payment_confirmations_open ON payment_confirmations USING btree (reseller_id, asked_at) WHERE state = 'asked'::text;
CREATE INDEX payment_confirmations_payment ON payment_confirmations USING btree (payment_id);
CREATE UNIQUE INDEX payment_confirmations_proof ON payment_confirmations USING btree (proof) WHERE state <> 'dropped'::text;

create table payment_proofs (
  proof text not null,
  reseller_id integer not null,
  payment_id uuid not null,
  told_at timestamp with time zone not null,
  constraint payment_proofs_pkey PRIMARY KEY (proof),
  constraint payment_proofs_reseller_id_payment_id_fkey FOREIGN KEY (reseller_id, payment_id) REFERENCES payments(reseller_id, id),
  constraint payment_proofs_proof_check CHECK (octet_length(proof) >= 8 AND octet_length(proof) <= 300)
);
CREATE INDEX payment_proofs_payment ON payment_proofs USING btree (reseller_id, payment_id);

create table payments (
  id uuid not null default gen_random_uuid(),
  out_trade_no text not null,
  purpose text not null,
  reseller_id integer not null,
  account_id bigint,
  order_id uuid,
  merchant_id text not null,
  merchant_owner_key integer not null,
  channel text not null,
  amount_fen bigint not null,
  state text not null default 'pending'::text,
  credited_to text,
  trade_no text,
  pc_url text,
  wap_url text,
  qr_code text,
  payer text not null generated always as (COALESCE((((reseller_id)::text || ':'::text) || (account_id)::text), ''::text)) stored,
  key_hash bytea not null,
  asked_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  refund_asked_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  balance_fen bigint not null default 0,
  counts_balance boolean not null default false,
  known_at timestamp with time zone,
  gateway_ref text,
  quote_unit text,
  quote_amount text,
  quote_rate text,
  quote_address text,
  gateway_said text,
  gateway_said_at timestamp with time zone,
  fee_fen bigint not null default 0,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_merchant_id_trade_no_key UNIQUE (merchant_id, trade_no),
  constraint payments_out_trade_no_key UNIQUE (out_trade_no),
  constraint payments_payer_key_hash_key UNIQUE (payer, key_hash),
  constraint payments_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint payments_merchant_id_merchant_owner_key_fkey FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key),
  constraint payments_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint payments_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint payments_reseller_id_order_id_fkey FOREIGN KEY (reseller_id, order_id) REFERENCES orders(reseller_id, id),
  constraint payments_amount_fen_check CHECK (amount_fen >= 1 AND amount_fen <= 100000000),
  constraint payments_asked_hash_check CHECK (octet_length(asked_hash) = 32),
  constraint payments_balance_part CHECK (balance_fen = 0 OR balance_fen > 0 AND purpose = 'package'::text),
  constraint payments_check CHECK (merchant_owner_key = '-1'::integer OR merchant_owner_key = reseller_id),
  constraint payments_check1 CHECK ((purpose = ANY (ARRAY['package'::text, 'agency'::text])) = (order_id IS NOT NULL)),
  constraint payments_check2 CHECK ((purpose = 'daili'::text) = (account_id IS NULL)),
  constraint payments_check3 CHECK ((purpose <> ALL (ARRAY['daili'::text, 'agency'::text])) OR merchant_owner_key = '-1'::integer),
  constraint payments_check4 CHECK ((state = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL)),
  constraint payments_check5 CHECK ((paid_at IS NULL) = (trade_no IS NULL)),
  constraint payments_check6 CHECK ((paid_at IS NULL) = (credited_to IS NULL)),
  constraint payments_check7 CHECK ((state = 'refunded'::text) = (refunded_fen > 0)),
  constraint payments_check8 CHECK (refund_asked_fen >= refunded_fen AND refund_asked_fen <= amount_fen),
  constraint payments_check9 CHECK (refund_asked_fen = 0 OR paid_at IS NOT NULL),
  constraint payments_credited_to_check CHECK (credited_to = ANY (ARRAY['order'::text, 'balance'::text])),
  constraint payments_fee CHECK (fee_fen >= 0 AND fee_fen <= 100000000) NOT VALID,
  constraint payments_gateway_ref CHECK (octet_length(gateway_ref) >= 1 AND octet_length(gateway_ref) <= 255) NOT VALID,
  constraint payments_gateway_said CHECK ((gateway_said IS NULL) = (gateway_said_at IS NULL) AND (gateway_said = ANY (ARRAY['open'::text, 'seen'::text, 'absent'::text, 'closed'::text, 'paid'::text, 'silent'::text, 'mismatch'::text]))) NOT VALID,
  constraint payments_key_hash_check CHECK (octet_length(key_hash) = 32),
  constraint payments_out_trade_no_check CHECK (out_trade_no ~ '^[A-Za-z0-9_]{1,64}$'::text),
  constraint payments_parts_counted CHECK (balance_fen = 0 OR paid_at IS NULL OR counts_balance),
  constraint payments_purpose_check CHECK (purpose = ANY (ARRAY['user'::text, 'package'::text, 'agency'::text, 'daili'::text])),
  constraint payments_quote CHECK ((quote_unit IS NULL) = (quote_amount IS NULL) AND (quote_unit IS NOT NULL OR quote_rate IS NULL AND quote_address IS NULL)) NOT VALID,
  constraint payments_quote_amount CHECK (quote_amount ~ '^[0-9]{1,20}(\.[0-9]{1,18})?$'::text) NOT VALID,
  constraint payments_quote_unit CHECK (quote_unit ~ '^[A-Za-z0-9-]{2,32}$'::text) NOT VALID,
  constraint payments_refunded_fen_check CHECK (refunded_fen >= 0),
  constraint payments_state_check CHECK (state = ANY (ARRAY['pending'::text, 'paid'::text, 'closed'::text, 'refunded'::text])),
  constraint payments_trade_no_check CHECK (octet_length(trade_no) >= 1 AND octet_length(trade_no) <= 64)
);
CREATE INDEX payments_account ON payments USING btree (reseller_id, account_id, created_at DESC, id);
CREATE INDEX payments_by_amount ON payments USING btree (reseller_id, amount_fen, id);
CREATE INDEX payments_by_channel ON payments USING btree (reseller_id, channel, created_at, id);
CREATE INDEX payments_by_purpose ON payments USING btree (reseller_id, purpose, created_at, id);
CREATE INDEX payments_by_state ON payments USING btree (reseller_id, state, created_at, id);
CREATE INDEX payments_closed ON payments USING btree (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX payments_created ON payments USING btree (created_at);
CREATE INDEX payments_due ON payments USING btree (expires_at) WHERE state = 'pending'::text;
CREATE INDEX payments_late ON payments USING btree (reseller_id, created_at, id) WHERE credited_to = 'balance'::text AND order_id IS NOT NULL;
CREATE INDEX payments_listed ON payments USING btree (reseller_id, created_at, id);
CREATE UNIQUE INDEX payments_one_open ON payments USING btree (order_id) WHERE state = 'pending'::text;
CREATE INDEX payments_order ON payments USING btree (order_id, created_at) WHERE order_id IS NOT NULL;
CREATE INDEX payments_paid ON payments USING btree (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payments_topped_up ON payments USING btree (reseller_id, paid_at) WHERE purpose = 'user'::text AND paid_at IS NOT NULL;
CREATE INDEX payments_trade ON payments USING btree (trade_no) WHERE trade_no IS NOT NULL;

create table payouts (
  id uuid not null,
  reseller_id integer not null,
  amount_fen bigint not null,
  state text not null default 'open'::text,
  method text not null,
  sealed_account bytea not null,
  reason text,
  asked_by text not null,
  created_at timestamp with time zone not null,
  settled_by text,
  settled_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint payouts_amount_fen_check CHECK (amount_fen > 0),
  constraint payouts_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  constraint payouts_check CHECK ((state = 'open'::text) = (settled_at IS NULL)),
  constraint payouts_check1 CHECK ((settled_at IS NULL) = (settled_by IS NULL)),
  constraint payouts_check2 CHECK ((state = 'rejected'::text) = (reason IS NOT NULL)),
  constraint payouts_four_eyes CHECK (state <> 'paid'::text OR approved_by IS NULL OR approved_by <> settled_by),
  constraint payouts_method_check CHECK (method = ANY (ARRAY['alipay'::text, 'wechat'::text, 'bank'::text])),
  constraint payouts_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 200),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'rejected'::text]))
);
CREATE INDEX payouts_by_time ON payouts USING btree (created_at, id);
CREATE UNIQUE INDEX payouts_one_open ON payouts USING btree (reseller_id) WHERE state = 'open'::text;
CREATE INDEX payouts_reseller ON payouts USING btree (reseller_id, created_at DESC);

create table platform_statements (
  month date not null,
  body jsonb not null,
  stored_at timestamp with time zone not null,
  constraint platform_statements_pkey PRIMARY KEY (month),
  constraint platform_statements_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);

create table platform_words (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  member text not null,
  text text not null,
  about jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  constraint platform_words_pkey PRIMARY KEY (id),
  constraint platform_words_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint platform_words_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 500),
  constraint platform_words_check CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  constraint platform_words_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 500)
);
CREATE INDEX platform_words_age ON platform_words USING btree (created_at);
CREATE INDEX platform_words_of_reseller ON platform_words USING btree (reseller_id, id);
CREATE INDEX platform_words_open ON platform_words USING btree (id) WHERE answered_at IS NULL;

create table price_changes (
  id bigint not null generated always as identity,
  price_list_id integer,
  reseller_id integer,
  package_id integer,
  period text,
  wholesale_fen bigint,
  to_list_id integer,
  made_by text not null,
  made_at timestamp with time zone not null,
  not_before timestamp with time zone not null,
  told_at timestamp with time zone,
  applied_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint price_changes_pkey PRIMARY KEY (id),
  constraint price_changes_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint price_changes_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES price_lists(id),
  constraint price_changes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint price_changes_to_list_id_fkey FOREIGN KEY (to_list_id) REFERENCES price_lists(id),
  constraint price_changes_check CHECK ((price_list_id IS NULL) <> (reseller_id IS NULL)),
  constraint price_changes_check1 CHECK ((package_id IS NULL) = (period IS NULL)),
  constraint price_changes_check2 CHECK ((package_id IS NULL) = (to_list_id IS NOT NULL)),
  constraint price_changes_check3 CHECK (to_list_id IS NULL OR reseller_id IS NOT NULL AND wholesale_fen IS NULL),
  constraint price_changes_check4 CHECK (price_list_id IS NULL OR wholesale_fen IS NOT NULL),
  constraint price_changes_check5 CHECK (applied_at IS NULL OR cancelled_at IS NULL),
  constraint price_changes_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint price_changes_told CHECK (applied_at IS NULL OR told_at IS NOT NULL AND applied_at >= (told_at + '7 days'::interval)),
  constraint price_changes_wholesale_fen_check CHECK (wholesale_fen >= 0 AND wholesale_fen <= 100000000)
);
CREATE INDEX price_changes_due ON price_changes USING btree (not_before) WHERE applied_at IS NULL AND cancelled_at IS NULL;
CREATE UNIQUE INDEX price_changes_open ON price_changes USING btree (COALESCE(price_list_id, '-1'::integer), COALESCE(reseller_id, '-1'::integer), COALESCE(package_id, '-1'::integer), COALESCE(period, ''::text)) WHERE applied_at IS NULL AND cancelled_at IS NULL;

create table price_list_entries (
  price_list_id integer not null,
  package_id integer not null,
  period text not null,
  wholesale_fen bigint not null,
  suggested_retail_fen bigint,
  constraint price_list_entries_pkey PRIMARY KEY (price_list_id, package_id, period),
  constraint price_list_entries_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint price_list_entries_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES price_lists(id),
  constraint price_list_entries_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint price_list_entries_suggested_retail_fen_check CHECK (suggested_retail_fen >= 1 AND suggested_retail_fen <= 100000000),
  constraint price_list_entries_wholesale_fen_check CHECK (wholesale_fen >= 0 AND wholesale_fen <= 100000000)
);

create table price_lists (
  id integer not null generated by default as identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  earnings_example text,
  earnings_examples jsonb not null default '{}'::jsonb,
  constraint price_lists_pkey PRIMARY KEY (id),
  constraint price_lists_name_key UNIQUE (name),
  constraint price_lists_earnings_example_check CHECK (char_length(earnings_example) >= 1 AND char_length(earnings_example) <= 500),
  constraint price_lists_earnings_examples_check CHECK (is_by_language(earnings_examples, 500)),
  constraint price_lists_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40)
);

create unlogged table processes (
  id uuid not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  rss_bytes bigint not null,
  event_loop_delay_ms real not null,
  streams integer not null,
  disk_free_bytes bigint,
  disk_total_bytes bigint,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_host_check CHECK (char_length(host) <= 255),
  constraint processes_version_check CHECK (char_length(version) <= 60)
);

create table push_devices (
  id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed_target bytea not null,
  service_host text not null,
  created_at timestamp with time zone not null,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_devices_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint push_devices_service_host_check CHECK (char_length(service_host) >= 1 AND char_length(service_host) <= 253)
);
CREATE INDEX push_devices_account ON push_devices USING btree (reseller_id, account_id, created_at);
CREATE INDEX push_devices_session ON push_devices USING btree (session_id);

create table quotes (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  action text not null,
  package_id integer not null,
  period text not null,
  coupon_id bigint,
  list_fen bigint not null,
  discount_fen bigint not null,
  credit_fen bigint not null,
  total_fen bigint not null,
  basis_revision integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint quotes_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint quotes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint quotes_reseller_id_coupon_id_fkey FOREIGN KEY (reseller_id, coupon_id) REFERENCES coupons(reseller_id, id),
  constraint quotes_action_check CHECK (action = ANY (ARRAY['new'::text, 'renew'::text, 'upgrade'::text, 'pack'::text])),
  constraint quotes_check CHECK (discount_fen >= 0 AND discount_fen <= list_fen),
  constraint quotes_check1 CHECK (total_fen = GREATEST(0::bigint, list_fen - discount_fen - credit_fen)),
  constraint quotes_credit_fen_check CHECK (credit_fen >= 0),
  constraint quotes_list_fen_check CHECK (list_fen > 0),
  constraint quotes_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text]))
);
CREATE INDEX quotes_age ON quotes USING btree (expires_at);

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table readiness (
  id smallint not null default 1,
  written_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint readiness_pkey PRIMARY KEY (id),
  constraint readiness_id_check CHECK (id = 1)
);

create table recovery_codes (
  reseller_id integer not null,
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (reseller_id, account_id, code_hash),
  constraint recovery_codes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE
);

create table refund_wishes (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  order_id uuid,
  payment_id uuid,
  amount_fen bigint not null,
  reason text not null,
  asked_by text not null,
  created_at timestamp with time zone not null,
  state text not null default 'open'::text,
  answer text,
  settled_at timestamp with time zone,
  constraint refund_wishes_pkey PRIMARY KEY (id),
  constraint refund_wishes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint refund_wishes_reseller_id_order_id_fkey FOREIGN KEY (reseller_id, order_id) REFERENCES orders(reseller_id, id),
  constraint refund_wishes_reseller_id_payment_id_fkey FOREIGN KEY (reseller_id, payment_id) REFERENCES payments(reseller_id, id),
  constraint refund_wishes_amount_fen_check CHECK (amount_fen > 0),
  constraint refund_wishes_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 200),
  constraint refund_wishes_check CHECK (order_id IS NOT NULL OR payment_id IS NOT NULL),
  constraint refund_wishes_check1 CHECK ((state = 'open'::text) = (settled_at IS NULL)),
  constraint refund_wishes_check2 CHECK ((state = 'declined'::text) = (answer IS NOT NULL)),
  constraint refund_wishes_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 200),
  constraint refund_wishes_state_check CHECK (state = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text]))
);
CREATE UNIQUE INDEX refund_wishes_of_order ON refund_wishes USING btree (order_id) WHERE state = 'open'::text AND order_id IS NOT NULL;
CREATE UNIQUE INDEX refund_wishes_of_payment ON refund_wishes USING btree (payment_id) WHERE state = 'open'::text AND payment_id IS NOT NULL;
CREATE INDEX refund_wishes_open ON refund_wishes USING btree (created_at) WHERE state = 'open'::text;
CREATE INDEX refund_wishes_order ON refund_wishes USING btree (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX refund_wishes_payment ON refund_wishes USING btree (payment_id, id) WHERE payment_id IS NOT NULL;

create table refunds (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  payment_id uuid not null,
  out_request_no text not null,
  amount_fen bigint not null,
  state text not null default 'asked'::text,
  reason text not null,
  actor text not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  balance_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_out_request_no_key UNIQUE (out_request_no),
  constraint refunds_reseller_id_payment_id_fkey FOREIGN KEY (reseller_id, payment_id) REFERENCES payments(reseller_id, id),
  constraint refunds_amounts CHECK (amount_fen >= 0 AND balance_fen >= 0 AND (amount_fen + balance_fen) > 0),
  constraint refunds_check CHECK ((state = 'asked'::text) = (settled_at IS NULL)),
  constraint refunds_fee CHECK (fee_fen >= 0 AND fee_fen <= 100000000) NOT VALID,
  constraint refunds_out_request_no_check CHECK (out_request_no ~ '^[A-Za-z0-9_]{1,64}$'::text),
  constraint refunds_reason_check CHECK (char_length(reason) <= 200),
  constraint refunds_state_check CHECK (state = ANY (ARRAY['asked'::text, 'done'::text, 'refused'::text]))
);
CREATE INDEX refunds_payment ON refunds USING btree (payment_id);

create table reminder_marks (
  reseller_id integer not null,
  account_id bigint not null,
  kind text not null,
  mark text not null,
  created_at timestamp with time zone not null,
  constraint reminder_marks_pkey PRIMARY KEY (reseller_id, account_id, kind, mark),
  constraint reminder_marks_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint reminder_marks_mark_check CHECK (char_length(mark) >= 1 AND char_length(mark) <= 80)
);
CREATE INDEX reminder_marks_age ON reminder_marks USING btree (created_at);

create table reminder_settings (
  reseller_id integer not null,
  account_id bigint not null,
  muted text[] not null default '{}'::text[],
  constraint reminder_settings_pkey PRIMARY KEY (reseller_id, account_id),
  constraint reminder_settings_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE
);

create table reminder_texts (
  reseller_id integer not null,
  package_id integer not null,
  body text not null,
  bodies jsonb not null default '{}'::jsonb,
  coupon_id bigint,
  changed_at timestamp with time zone not null,
  constraint reminder_texts_pkey PRIMARY KEY (reseller_id, package_id),
  constraint reminder_texts_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint reminder_texts_reseller_id_coupon_id_fkey FOREIGN KEY (reseller_id, coupon_id) REFERENCES coupons(reseller_id, id),
  constraint reminder_texts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint reminder_texts_bodies_check CHECK (is_by_language(bodies, 500)),
  constraint reminder_texts_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 500)
);
CREATE INDEX reminder_texts_coupon ON reminder_texts USING btree (reseller_id, coupon_id);
CREATE INDEX reminder_texts_package ON reminder_texts USING btree (package_id);

create table reseller_domains (
  host text not null,
  reseller_id integer not null,
  is_main boolean not null default false,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint reseller_domains_pkey PRIMARY KEY (host),
  constraint reseller_domains_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint reseller_domains_host_check CHECK (host = lower(host) AND host ~ '^[a-z0-9.-]{1,253}$'::text)
);
CREATE UNIQUE INDEX reseller_domains_one_main ON reseller_domains USING btree (reseller_id) WHERE is_main;
CREATE INDEX reseller_domains_reseller ON reseller_domains USING btree (reseller_id);

create table reseller_limit_tellings (
  reseller_id integer not null,
  month date not null,
  kind text not null,
  percent integer not null,
  told_at timestamp with time zone not null,
  constraint reseller_limit_tellings_pkey PRIMARY KEY (reseller_id, month, kind, percent),
  constraint reseller_limit_tellings_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint reseller_limit_tellings_kind_check CHECK (kind = ANY (ARRAY['users'::text, 'traffic'::text])),
  constraint reseller_limit_tellings_percent_check CHECK (percent = ANY (ARRAY[80, 100]))
);

create table reseller_limits (
  reseller_id integer not null,
  users_max integer,
  traffic_max_bytes bigint,
  at_limit text not null,
  users_count integer not null default 0,
  month date not null,
  traffic_bytes bigint not null default 0,
  checked_at timestamp with time zone not null,
  constraint reseller_limits_pkey PRIMARY KEY (reseller_id),
  constraint reseller_limits_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint reseller_limits_at_limit_check CHECK (at_limit = ANY (ARRAY['no_new_users'::text, 'stop_selling'::text])),
  constraint reseller_limits_check CHECK (num_nonnulls(users_max, traffic_max_bytes) > 0),
  constraint reseller_limits_traffic_bytes_check CHECK (traffic_bytes >= 0),
  constraint reseller_limits_traffic_max_bytes_check CHECK (traffic_max_bytes > 0),
  constraint reseller_limits_users_count_check CHECK (users_count >= 0),
  constraint reseller_limits_users_max_check CHECK (users_max >= 1 AND users_max <= 100000000)
);

create table reseller_node_groups (
  reseller_id integer not null,
  group_id integer not null,
  constraint reseller_node_groups_pkey PRIMARY KEY (reseller_id, group_id),
  constraint reseller_node_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES node_groups(id),
  constraint reseller_node_groups_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);
CREATE INDEX reseller_node_groups_group ON reseller_node_groups USING btree (group_id);

create table reseller_price_lists (
  reseller_id integer not null,
  price_list_id integer not null,
  constraint reseller_price_lists_pkey PRIMARY KEY (reseller_id),
  constraint reseller_price_lists_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES price_lists(id),
  constraint reseller_price_lists_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);
CREATE INDEX reseller_price_lists_list ON reseller_price_lists USING btree (price_list_id);

create table reseller_texts (
  reseller_id integer not null,
  kind text not null,
  body text not null,
  bodies jsonb not null default '{}'::jsonb,
  changed_at timestamp with time zone not null,
  constraint reseller_texts_pkey PRIMARY KEY (reseller_id, kind),
  constraint reseller_texts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint reseller_texts_bodies_check CHECK (is_by_language(bodies, 6000)),
  constraint reseller_texts_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 6000),
  constraint reseller_texts_kind_check CHECK (kind = ANY (ARRAY['agreement'::text, 'help'::text]))
);

create table resellers (
  id integer not null,
  title text,
  icon text,
  accent text,
  kf_url text,
  jc_url text,
  is_whitelisted boolean not null default false,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  commission_percent integer not null default 10,
  credit_limit_fen bigint not null default 0,
  owner_reseller_id integer,
  owner_account_id bigint,
  agency_name text,
  agency_contact text,
  opened_by_order uuid,
  frame_origins text[] not null default '{}'::text[],
  contact text,
  sender_name text,
  suspended_reason text,
  has_lifelines boolean not null default false,
  feed_headers text[] not null default '{}'::text[],
  hides_flags boolean not null default false,
  receipt_text text,
  constraint resellers_pkey PRIMARY KEY (id),
  constraint resellers_opened_by_order_key UNIQUE (opened_by_order),
  constraint resellers_owner_reseller_id_opened_by_order_fkey FOREIGN KEY (owner_reseller_id, opened_by_order) REFERENCES orders(reseller_id, id),
  constraint resellers_owner_reseller_id_owner_account_id_fkey FOREIGN KEY (owner_reseller_id, owner_account_id) REFERENCES accounts(reseller_id, id),
  constraint resellers_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  constraint resellers_agency_contact_check CHECK (char_length(agency_contact) >= 1 AND char_length(agency_contact) <= 100),
  constraint resellers_agency_name_check CHECK (char_length(agency_name) >= 1 AND char_length(agency_name) <= 40),
  constraint resellers_check CHECK ((owner_reseller_id IS NULL) = (owner_account_id IS NULL)),
  constraint resellers_commission_percent_check CHECK (commission_percent >= 0 AND commission_percent <= 100),
  constraint resellers_contact_check CHECK (char_length(contact) >= 1 AND char_length(contact) <= 100),
  constraint resellers_credit_limit_fen_check CHECK (credit_limit_fen >= 0),
  constraint resellers_feed_headers_check CHECK (cardinality(feed_headers) <= 10),
  constraint resellers_frame_origins_check CHECK (cardinality(frame_origins) <= 10),
  constraint resellers_icon_check CHECK (octet_length(icon) <= 65536),
  constraint resellers_id_check CHECK (id >= 0 AND id <= 999999999),
  constraint resellers_jc_url_check CHECK (jc_url ~ '^https://'::text),
  constraint resellers_kf_url_check CHECK (kf_url ~ '^https://'::text),
  constraint resellers_receipt_text CHECK (char_length(receipt_text) >= 1 AND char_length(receipt_text) <= 300) NOT VALID,
  constraint resellers_sender_name_check CHECK (char_length(sender_name) >= 1 AND char_length(sender_name) <= 40),
  constraint resellers_suspended_reason_check CHECK (char_length(suspended_reason) >= 1 AND char_length(suspended_reason) <= 200),
  constraint resellers_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 40)
);
CREATE UNIQUE INDEX resellers_owner ON resellers USING btree (owner_reseller_id, owner_account_id) WHERE owner_account_id IS NOT NULL;

create table saved_views (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  screen text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint saved_views_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint saved_views_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint saved_views_query_check CHECK (octet_length(query) <= 2000),
  constraint saved_views_screen_check CHECK (screen ~ '^[a-z-]{2,40}$'::text)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (staff_id, owner_key, screen, lower(name));

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  suits text,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table secret_marks (
  id smallint not null default 1,
  sealed_key bytea not null,
  sealed_at timestamp with time zone not null,
  constraint secret_marks_pkey PRIMARY KEY (id),
  constraint secret_marks_id_check CHECK (id = 1)
);

create table sessions (
  id uuid not null default gen_random_uuid(),
  reseller_id integer not null,
  account_id bigint not null,
  token_hash bytea not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  strength text not null,
  user_agent text not null default ''::text,
  address inet,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  rotated_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  device_family_id uuid,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_previous_hash_key UNIQUE (previous_hash),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint sessions_reseller_id_device_family_id_fkey FOREIGN KEY (reseller_id, device_family_id) REFERENCES device_families(reseller_id, id),
  constraint sessions_strength_check CHECK (strength = ANY (ARRAY['password'::text, 'remembered'::text])),
  constraint sessions_user_agent_check CHECK (char_length(user_agent) <= 300)
);
CREATE INDEX sessions_family ON sessions USING btree (device_family_id) WHERE device_family_id IS NOT NULL;
CREATE INDEX sessions_of_account ON sessions USING btree (reseller_id, account_id);

create table special_prices (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  package_id integer not null,
  period text not null,
  retail_fen bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint special_prices_pkey PRIMARY KEY (id),
  constraint special_prices_reseller_id_package_id_period_fkey FOREIGN KEY (reseller_id, package_id, period) REFERENCES package_offers(reseller_id, package_id, period) ON DELETE CASCADE,
  constraint special_prices_check CHECK (ends_at > starts_at),
  constraint special_prices_retail_fen_check CHECK (retail_fen >= 1 AND retail_fen <= 100000000)
);
CREATE INDEX special_prices_offer ON special_prices USING btree (reseller_id, package_id, period, ends_at);
CREATE INDEX special_prices_over ON special_prices USING btree (ends_at);

create table spent_proofs (
  kind text not null,
  id text not null,
  spent_at timestamp with time zone not null,
  constraint spent_proofs_pkey PRIMARY KEY (kind, id),
  constraint spent_proofs_id_check CHECK (octet_length(id) <= 200),
  constraint spent_proofs_kind_check CHECK (kind = ANY (ARRAY['captcha'::text, 'ticket'::text]))
);
CREATE INDEX spent_proofs_age ON spent_proofs USING btree (spent_at);

create table staff (
  id bigint not null generated always as identity,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  name text not null,
  email text,
  email_verified_at timestamp with time zone,
  password_hash text not null,
  role text,
  role_id bigint,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_step bigint not null default 0,
  language text not null default 'zh-CN'::text,
  is_demo boolean not null default false,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  recovered_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_owner_key_role_id_fkey FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id),
  constraint staff_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint staff_check CHECK (num_nonnulls(role, role_id) = 1),
  constraint staff_email_check CHECK (char_length(email) <= 254),
  constraint staff_language_check CHECK (language = ANY (ARRAY['zh-CN'::text, 'zh-TW'::text, 'en'::text])),
  constraint staff_name_check CHECK (name ~ '^[A-Za-z0-9_.@-]{4,40}$'::text),
  constraint staff_reseller_id_check CHECK (reseller_id <> 0),
  constraint staff_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'finance'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX staff_name ON staff USING btree (lower(name)) WHERE removed_at IS NULL;
CREATE INDEX staff_role ON staff USING btree (owner_key, role_id) WHERE role_id IS NOT NULL;
CREATE INDEX staff_team ON staff USING btree (owner_key, id) WHERE removed_at IS NULL;

create table staff_challenges (
  challenge text not null,
  staff_id bigint,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint staff_challenges_pkey PRIMARY KEY (challenge),
  constraint staff_challenges_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_challenges_purpose_check CHECK (purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'step-up'::text]))
);
CREATE INDEX staff_challenges_age ON staff_challenges USING btree (expires_at);

create table staff_invitations (
  id uuid not null default gen_random_uuid(),
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  role text,
  role_id bigint,
  token_hash bytea not null,
  email text,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash),
  constraint staff_invitations_owner_key_role_id_fkey FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id),
  constraint staff_invitations_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint staff_invitations_check CHECK (num_nonnulls(role, role_id) = 1),
  constraint staff_invitations_email_check CHECK (char_length(email) <= 254),
  constraint staff_invitations_reseller_id_check CHECK (reseller_id <> 0),
  constraint staff_invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'finance'::text, 'viewer'::text]))
);
CREATE INDEX staff_invitations_age ON staff_invitations USING btree (expires_at);
CREATE INDEX staff_invitations_open ON staff_invitations USING btree (owner_key, created_at) WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX staff_invitations_role ON staff_invitations USING btree (owner_key, role_id) WHERE role_id IS NOT NULL;

create table staff_passkeys (
  id text not null,
  staff_id bigint not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_passkeys_pkey PRIMARY KEY (id),
  constraint staff_passkeys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_passkeys_id_check CHECK (char_length(id) <= 1400),
  constraint staff_passkeys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60)
);
CREATE INDEX staff_passkeys_member ON staff_passkeys USING btree (staff_id);

create table staff_recovery_codes (
  staff_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table staff_roles (
  id bigint not null generated always as identity,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  name text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  constraint staff_roles_pkey PRIMARY KEY (id),
  constraint staff_roles_owner_key_id_key UNIQUE (owner_key, id),
  constraint staff_roles_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint staff_roles_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint staff_roles_reseller_id_check CHECK (reseller_id <> 0)
);
CREATE UNIQUE INDEX staff_roles_name ON staff_roles USING btree (owner_key, lower(name));

create table staff_sessions (
  id uuid not null default gen_random_uuid(),
  staff_id bigint not null,
  token_hash bytea not null,
  user_agent text not null default ''::text,
  address inet,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  proved_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint staff_sessions_pkey PRIMARY KEY (id),
  constraint staff_sessions_token_hash_key UNIQUE (token_hash),
  constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_sessions_user_agent_check CHECK (char_length(user_agent) <= 300)
);
CREATE INDEX staff_sessions_age ON staff_sessions USING btree (seen_at);
CREATE INDEX staff_sessions_member ON staff_sessions USING btree (staff_id, seen_at);

create table staff_summaries (
  staff_id bigint not null,
  hour smallint not null,
  by_mail boolean not null,
  by_chat boolean not null,
  last_day date,
  constraint staff_summaries_pkey PRIMARY KEY (staff_id),
  constraint staff_summaries_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_summaries_check CHECK (by_mail OR by_chat),
  constraint staff_summaries_hour_check CHECK (hour >= 12 AND hour <= 23)
);
CREATE INDEX staff_summaries_due ON staff_summaries USING btree (hour);

create table statements (
  reseller_id integer not null,
  month date not null,
  body jsonb not null,
  stored_at timestamp with time zone not null,
  constraint statements_pkey PRIMARY KEY (reseller_id, month),
  constraint statements_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint statements_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);

create table subscription_pieces (
  reseller_id integer not null,
  account_id bigint not null,
  number integer not null,
  kind text not null,
  package_id integer,
  order_id uuid,
  card_id bigint,
  gift_id bigint,
  paid_fen bigint not null,
  credit_fen bigint not null,
  received_fen bigint not null,
  own_fen bigint not null,
  seconds bigint not null,
  bytes bigint not null,
  rate_fen bigint,
  rate_seconds bigint not null,
  rate_bytes bigint not null,
  became integer,
  moved_paid_fen bigint not null,
  moved_credit_fen bigint not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint subscription_pieces_pkey PRIMARY KEY (reseller_id, account_id, number),
  constraint subscription_pieces_card_id_key UNIQUE (card_id),
  constraint subscription_pieces_gift_id_key UNIQUE (gift_id),
  constraint subscription_pieces_order_id_key UNIQUE (order_id),
  constraint subscription_pieces_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint subscription_pieces_reseller_id_account_id_became_fkey FOREIGN KEY (reseller_id, account_id, became) REFERENCES subscription_pieces(reseller_id, account_id, number),
  constraint subscription_pieces_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint subscription_pieces_reseller_id_card_id_fkey FOREIGN KEY (reseller_id, card_id) REFERENCES cards(reseller_id, id),
  constraint subscription_pieces_reseller_id_gift_id_fkey FOREIGN KEY (reseller_id, gift_id) REFERENCES gifts(reseller_id, id),
  constraint subscription_pieces_reseller_id_order_id_fkey FOREIGN KEY (reseller_id, order_id) REFERENCES orders(reseller_id, id),
  constraint subscription_pieces_bytes_check CHECK (bytes >= 0),
  constraint subscription_pieces_check CHECK (num_nonnulls(order_id, card_id, gift_id) <= 1),
  constraint subscription_pieces_check1 CHECK (became > number),
  constraint subscription_pieces_credit_fen_check CHECK (credit_fen >= 0),
  constraint subscription_pieces_kind_check CHECK (kind = ANY (ARRAY['time'::text, 'once'::text, 'pack'::text])),
  constraint subscription_pieces_moved_credit_fen_check CHECK (moved_credit_fen >= 0),
  constraint subscription_pieces_moved_paid_fen_check CHECK (moved_paid_fen >= 0),
  constraint subscription_pieces_number_check CHECK (number > 0),
  constraint subscription_pieces_own_fen_check CHECK (own_fen >= 0),
  constraint subscription_pieces_paid_fen_check CHECK (paid_fen >= 0),
  constraint subscription_pieces_rate_bytes_check CHECK (rate_bytes >= 0),
  constraint subscription_pieces_rate_fen_check CHECK (rate_fen >= 0),
  constraint subscription_pieces_rate_seconds_check CHECK (rate_seconds >= 0),
  constraint subscription_pieces_received_fen_check CHECK (received_fen >= 0),
  constraint subscription_pieces_seconds_check CHECK (seconds >= 0)
);
CREATE INDEX subscription_pieces_live ON subscription_pieces USING btree (reseller_id, account_id, number) WHERE ended_at IS NULL;

create table subscriptions (
  reseller_id integer not null,
  account_id bigint not null,
  expires_at timestamp with time zone,
  banked_seconds bigint not null default 0,
  used_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  package_id integer,
  period text,
  paid_fen bigint not null default 0,
  paid_wholesale_fen bigint not null default 0,
  paid_seconds bigint not null default 0,
  paid_bytes bigint not null default 0,
  expiry_day integer,
  reset_day integer,
  next_reset_at timestamp with time zone,
  pack_bytes bigint not null default 0,
  device_limit integer not null default 0,
  line_limit integer not null default 0,
  speed_class text not null default 'standard'::text,
  auto_renew boolean not null default false,
  renew_told_for timestamp with time zone,
  renew_told_fen bigint,
  renew_failed_for timestamp with time zone,
  revision integer not null default 0,
  month_bytes bigint not null default 0,
  piece_revision integer,
  last_piece integer not null default 0,
  next_package_id integer,
  next_period text,
  starts_by timestamp with time zone,
  early_renew_fen bigint,
  early_renewed_at timestamp with time zone,
  used_up_bytes bigint not null default 0,
  ended_told_for timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (reseller_id, account_id),
  constraint subscriptions_next_package_fkey FOREIGN KEY (next_package_id) REFERENCES packages(id),
  constraint subscriptions_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint subscriptions_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint subscriptions_banked_seconds_check CHECK (banked_seconds >= 0),
  constraint subscriptions_check CHECK (pack_bytes <= total_bytes),
  constraint subscriptions_device_limit_check CHECK (device_limit >= 0),
  constraint subscriptions_expiry_day_check CHECK (expiry_day >= 1 AND expiry_day <= 31),
  constraint subscriptions_line_limit_check CHECK (line_limit >= 0),
  constraint subscriptions_month_bytes_check CHECK (month_bytes >= 0),
  constraint subscriptions_next_check CHECK ((next_package_id IS NULL) = (next_period IS NULL) AND (next_period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text]))),
  constraint subscriptions_pack_bytes_check CHECK (pack_bytes >= 0),
  constraint subscriptions_paid_bytes_check CHECK (paid_bytes >= 0),
  constraint subscriptions_paid_fen_check CHECK (paid_fen >= 0),
  constraint subscriptions_paid_seconds_check CHECK (paid_seconds >= 0),
  constraint subscriptions_paid_wholesale_fen_check CHECK (paid_wholesale_fen >= 0),
  constraint subscriptions_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'half'::text, 'year'::text, 'once'::text])),
  constraint subscriptions_reset_day_check CHECK (reset_day >= 1 AND reset_day <= 31),
  constraint subscriptions_speed_class_check CHECK (speed_class = ANY (ARRAY['standard'::text, 'fast'::text, 'fastest'::text])),
  constraint subscriptions_total_bytes_check CHECK (total_bytes >= 0),
  constraint subscriptions_used_bytes_check CHECK (used_bytes >= 0)
) with (fillfactor=50);
CREATE INDEX subscriptions_auto_renew ON subscriptions USING btree (expires_at) WHERE auto_renew;
CREATE INDEX subscriptions_end ON subscriptions USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX subscriptions_ending ON subscriptions USING btree (reseller_id, expires_at, account_id) WHERE expires_at IS NOT NULL;
CREATE INDEX subscriptions_package ON subscriptions USING btree (reseller_id, package_id, account_id);
CREATE INDEX subscriptions_reset ON subscriptions USING btree (next_reset_at) WHERE next_reset_at IS NOT NULL;
CREATE INDEX subscriptions_waiting ON subscriptions USING btree (starts_by) WHERE starts_by IS NOT NULL;

create table telegram_bindings (
  id uuid not null,
  bot_id uuid not null,
  reseller_id integer,
  account_id bigint,
  staff_id bigint,
  chat_id bigint not null,
  chat_name text not null,
  muted text[] not null default '{}'::text[],
  blocked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint telegram_bindings_pkey PRIMARY KEY (id),
  constraint telegram_bindings_reseller_id_account_id_key UNIQUE (reseller_id, account_id),
  constraint telegram_bindings_staff_id_key UNIQUE (staff_id),
  constraint telegram_bindings_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE,
  constraint telegram_bindings_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint telegram_bindings_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint telegram_bindings_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint telegram_bindings_chat_name_check CHECK (char_length(chat_name) <= 64),
  constraint telegram_bindings_check CHECK (num_nonnulls(account_id, staff_id) = 1),
  constraint telegram_bindings_check1 CHECK (account_id IS NULL OR reseller_id IS NOT NULL)
);
CREATE INDEX telegram_bindings_chat ON telegram_bindings USING btree (bot_id, chat_id);

create table telegram_bots (
  id uuid not null,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  bot_number bigint not null,
  user_name text not null,
  sealed_token bytea not null,
  updates_at_url text,
  next_update bigint not null default 0,
  sender uuid,
  sending_until timestamp with time zone,
  polling_until timestamp with time zone,
  paused_until timestamp with time zone,
  failing_since timestamp with time zone,
  problem text,
  created_at timestamp with time zone not null,
  constraint telegram_bots_pkey PRIMARY KEY (id),
  constraint telegram_bots_bot_number_key UNIQUE (bot_number),
  constraint telegram_bots_owner_key_key UNIQUE (owner_key),
  constraint telegram_bots_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint telegram_bots_problem_check CHECK (char_length(problem) <= 200),
  constraint telegram_bots_reseller_id_check CHECK (reseller_id <> 0),
  constraint telegram_bots_user_name_check CHECK (user_name ~ '^[A-Za-z0-9_]{1,64}$'::text)
);

create table telegram_codes (
  code_hash bytea not null,
  bot_id uuid not null,
  reseller_id integer,
  account_id bigint,
  staff_id bigint,
  expires_at timestamp with time zone not null,
  constraint telegram_codes_pkey PRIMARY KEY (code_hash),
  constraint telegram_codes_reseller_id_account_id_key UNIQUE (reseller_id, account_id),
  constraint telegram_codes_staff_id_key UNIQUE (staff_id),
  constraint telegram_codes_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE,
  constraint telegram_codes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint telegram_codes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint telegram_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint telegram_codes_check CHECK (num_nonnulls(account_id, staff_id) = 1)
);
CREATE INDEX telegram_codes_age ON telegram_codes USING btree (expires_at);
CREATE INDEX telegram_codes_bot ON telegram_codes USING btree (bot_id);

create table telegram_messages (
  id bigint not null generated always as identity,
  bot_id uuid not null,
  binding_id uuid,
  reseller_id integer,
  chat_id bigint not null,
  kind text not null,
  key text not null,
  text text not null,
  is_silent boolean not null default false,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  doubts integer not null default 0,
  not_before timestamp with time zone not null,
  problem text,
  message_number bigint,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint telegram_messages_pkey PRIMARY KEY (id),
  constraint telegram_messages_bot_id_chat_id_key_key UNIQUE (bot_id, chat_id, key),
  constraint telegram_messages_binding_id_fkey FOREIGN KEY (binding_id) REFERENCES telegram_bindings(id) ON DELETE CASCADE,
  constraint telegram_messages_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE,
  constraint telegram_messages_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint telegram_messages_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 120),
  constraint telegram_messages_kind_check CHECK (char_length(kind) >= 1 AND char_length(kind) <= 20),
  constraint telegram_messages_problem_check CHECK (char_length(problem) <= 200),
  constraint telegram_messages_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'given_up'::text])),
  constraint telegram_messages_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 4096)
);
CREATE INDEX telegram_messages_age ON telegram_messages USING btree (created_at);
CREATE INDEX telegram_messages_binding ON telegram_messages USING btree (binding_id);
CREATE INDEX telegram_messages_due ON telegram_messages USING btree (bot_id, not_before, id) WHERE state = 'waiting'::text;
CREATE INDEX telegram_messages_given_up ON telegram_messages USING btree (bot_id, id) WHERE state = 'given_up'::text;
CREATE INDEX telegram_messages_sending ON telegram_messages USING btree (bot_id) WHERE state = 'sending'::text;

create table telegram_replies (
  id bigint not null generated always as identity,
  bot_id uuid not null,
  update_number bigint not null,
  message_id bigint not null,
  reseller_id integer,
  text text,
  created_at timestamp with time zone not null,
  constraint telegram_replies_pkey PRIMARY KEY (id),
  constraint telegram_replies_bot_id_update_number_key UNIQUE (bot_id, update_number),
  constraint telegram_replies_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE,
  constraint telegram_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES telegram_messages(id) ON DELETE CASCADE,
  constraint telegram_replies_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint telegram_replies_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 4096)
);
CREATE INDEX telegram_replies_age ON telegram_replies USING btree (created_at);
CREATE INDEX telegram_replies_message ON telegram_replies USING btree (message_id);

create table template_pictures (
  id uuid not null,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  template_id text,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint template_pictures_pkey PRIMARY KEY (id),
  constraint template_pictures_owner_key_template_id_fkey FOREIGN KEY (owner_key, template_id) REFERENCES ticket_templates(owner_key, id) ON DELETE CASCADE,
  constraint template_pictures_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint template_pictures_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 1048576),
  constraint template_pictures_height_check CHECK (height >= 1 AND height <= 1600),
  constraint template_pictures_width_check CHECK (width >= 1 AND width <= 1600)
);
CREATE INDEX template_pictures_template ON template_pictures USING btree (owner_key, template_id);
CREATE INDEX template_pictures_unsaved ON template_pictures USING btree (created_at) WHERE template_id IS NULL;

create table ticket_chats (
  message_id bigint not null,
  reseller_id integer not null,
  ticket_id bigint not null,
  constraint ticket_chats_pkey PRIMARY KEY (message_id),
  constraint ticket_chats_message_id_fkey FOREIGN KEY (message_id) REFERENCES telegram_messages(id) ON DELETE CASCADE,
  constraint ticket_chats_reseller_id_ticket_id_fkey FOREIGN KEY (reseller_id, ticket_id) REFERENCES tickets(reseller_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_chats_ticket ON ticket_chats USING btree (reseller_id, ticket_id);

create table ticket_messages (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  ticket_id bigint not null,
  author text not null,
  staff_id bigint,
  body text not null,
  created_at timestamp with time zone not null,
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_reseller_id_ticket_id_fkey FOREIGN KEY (reseller_id, ticket_id) REFERENCES tickets(reseller_id, id) ON DELETE CASCADE,
  constraint ticket_messages_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL,
  constraint ticket_messages_author_check CHECK (author = ANY (ARRAY['user'::text, 'staff'::text])),
  constraint ticket_messages_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 4000),
  constraint ticket_messages_check CHECK (author = 'staff'::text OR staff_id IS NULL)
);
CREATE UNIQUE INDEX ticket_messages_named ON ticket_messages USING btree (reseller_id, id);
CREATE INDEX ticket_messages_pairs ON ticket_messages USING gin (ticket_pairs(reseller_id, body));
CREATE INDEX ticket_messages_staff ON ticket_messages USING btree (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX ticket_messages_thread ON ticket_messages USING btree (reseller_id, ticket_id, id);
CREATE INDEX ticket_messages_triples ON ticket_messages USING gin (ticket_triples(reseller_id, body));

create table ticket_notes (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  ticket_id bigint not null,
  side text not null,
  staff_id bigint,
  body text not null,
  created_at timestamp with time zone not null,
  constraint ticket_notes_pkey PRIMARY KEY (id),
  constraint ticket_notes_reseller_id_ticket_id_fkey FOREIGN KEY (reseller_id, ticket_id) REFERENCES tickets(reseller_id, id) ON DELETE CASCADE,
  constraint ticket_notes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL,
  constraint ticket_notes_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 2000),
  constraint ticket_notes_side_check CHECK (side = ANY (ARRAY['reseller'::text, 'operator'::text]))
);
CREATE INDEX ticket_notes_staff ON ticket_notes USING btree (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX ticket_notes_thread ON ticket_notes USING btree (reseller_id, ticket_id, id);

create table ticket_pictures (
  id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  message_id bigint,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint ticket_pictures_pkey PRIMARY KEY (id),
  constraint ticket_pictures_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint ticket_pictures_reseller_id_message_id_fkey FOREIGN KEY (reseller_id, message_id) REFERENCES ticket_messages(reseller_id, id) ON DELETE CASCADE,
  constraint ticket_pictures_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 1048576),
  constraint ticket_pictures_height_check CHECK (height >= 1 AND height <= 1600),
  constraint ticket_pictures_width_check CHECK (width >= 1 AND width <= 1600)
);
CREATE INDEX ticket_pictures_account ON ticket_pictures USING btree (reseller_id, account_id);
CREATE INDEX ticket_pictures_message ON ticket_pictures USING btree (reseller_id, message_id);
CREATE INDEX ticket_pictures_unsent ON ticket_pictures USING btree (created_at) WHERE message_id IS NULL;

create table ticket_templates (
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  id text not null,
  title text,
  titles jsonb not null default '{}'::jsonb,
  body text,
  bodies jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint ticket_templates_pkey PRIMARY KEY (owner_key, id),
  constraint ticket_templates_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint ticket_templates_bodies_check CHECK (is_by_language(bodies, 2000)),
  constraint ticket_templates_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 2000),
  constraint ticket_templates_check CHECK ((title IS NULL) = (body IS NULL)),
  constraint ticket_templates_check1 CHECK (title IS NOT NULL OR id !~ '^own-'::text),
  constraint ticket_templates_id_check CHECK (id ~ '^[a-z]{3,16}$'::text OR id ~ '^own-[0-9a-f]{12}$'::text),
  constraint ticket_templates_reseller_id_check CHECK (reseller_id <> 0),
  constraint ticket_templates_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 80),
  constraint ticket_templates_titles_check CHECK (is_by_language(titles, 80))
);

create table ticket_texts (
  reseller_id integer not null,
  ticket_id bigint not null,
  text_hash bytea not null,
  account_id bigint not null,
  created_at timestamp with time zone not null,
  constraint ticket_texts_pkey PRIMARY KEY (reseller_id, ticket_id, text_hash),
  constraint ticket_texts_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint ticket_texts_reseller_id_ticket_id_fkey FOREIGN KEY (reseller_id, ticket_id) REFERENCES tickets(reseller_id, id) ON DELETE CASCADE,
  constraint ticket_texts_text_hash_check CHECK (octet_length(text_hash) = 32)
);
CREATE INDEX ticket_texts_account ON ticket_texts USING btree (reseller_id, account_id);
CREATE INDEX ticket_texts_age ON ticket_texts USING btree (created_at);
CREATE INDEX ticket_texts_same ON ticket_texts USING btree (reseller_id, text_hash, created_at);

create table tickets (
  id bigint not null generated always as identity,
  reseller_id integer not null,
  account_id bigint not null,
  category text not null,
  title text not null,
  state text not null default 'open'::text,
  holder text not null default 'reseller'::text,
  facts jsonb,
  created_at timestamp with time zone not null,
  waits_since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  first_answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by text,
  rating text,
  rating_word text,
  assignee_id bigint,
  merged_into bigint,
  held_at timestamp with time zone,
  released_at timestamp with time zone,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint tickets_assignee_fkey FOREIGN KEY (assignee_id) REFERENCES staff(id) ON DELETE SET NULL,
  constraint tickets_merged_fkey FOREIGN KEY (reseller_id, merged_into) REFERENCES tickets(reseller_id, id) ON DELETE CASCADE,
  constraint tickets_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint tickets_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint tickets_category_check CHECK (category = ANY (ARRAY['dead'::text, 'slow'::text, 'payment'::text, 'package'::text, 'account'::text, 'other'::text])),
  constraint tickets_check CHECK ((state = 'closed'::text) = (closed_at IS NOT NULL AND closed_by IS NOT NULL)),
  constraint tickets_check1 CHECK (rating IS NULL OR state = 'closed'::text),
  constraint tickets_check2 CHECK (rating_word IS NULL OR rating IS NOT NULL),
  constraint tickets_closed_by_check CHECK (closed_by = ANY (ARRAY['user'::text, 'staff'::text, 'time'::text])),
  constraint tickets_holder_check CHECK (holder = ANY (ARRAY['reseller'::text, 'operator'::text])),
  constraint tickets_merged_check CHECK (merged_into IS NULL OR state = 'closed'::text AND merged_into <> id),
  constraint tickets_rating_check CHECK (rating = ANY (ARRAY['good'::text, 'bad'::text])),
  constraint tickets_rating_word_check CHECK (char_length(rating_word) >= 1 AND char_length(rating_word) <= 200),
  constraint tickets_state_check CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])),
  constraint tickets_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 80)
);
CREATE INDEX tickets_account ON tickets USING btree (reseller_id, account_id, id);
CREATE INDEX tickets_assigned ON tickets USING btree (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tickets_at_work ON tickets USING btree (reseller_id, waits_since, id) WHERE state <> 'closed'::text;
CREATE INDEX tickets_by_wait ON tickets USING btree (reseller_id, waits_since, id);
CREATE INDEX tickets_category ON tickets USING btree (reseller_id, category, waits_since, id);
CREATE INDEX tickets_closed ON tickets USING btree (closed_at) WHERE state = 'closed'::text;
CREATE INDEX tickets_handed ON tickets USING btree (waits_since, id) WHERE holder = 'operator'::text OR reseller_id = 0;
CREATE INDEX tickets_handed_at_work ON tickets USING btree (waits_since, id) WHERE (holder = 'operator'::text OR reseller_id = 0) AND state <> 'closed'::text;
CREATE INDEX tickets_held ON tickets USING btree (reseller_id, waits_since, id) WHERE held_at IS NOT NULL;
CREATE INDEX tickets_merged ON tickets USING btree (reseller_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX tickets_queue ON tickets USING btree (reseller_id, state, waits_since, id);
CREATE INDEX tickets_waiting ON tickets USING btree (waits_since) WHERE state = 'open'::text;

create table traffic_batches (
  node_id integer not null,
  batch_id text not null,
  boot_id text not null default ''::text,
  seq bigint not null default 0,
  up_bytes bigint not null,
  down_bytes bigint not null,
  received_at timestamp with time zone not null,
  constraint traffic_batches_pkey PRIMARY KEY (node_id, batch_id),
  constraint traffic_batches_batch_id_check CHECK (octet_length(batch_id) >= 8 AND octet_length(batch_id) <= 100),
  constraint traffic_batches_boot_id_check CHECK (char_length(boot_id) <= 100),
  constraint traffic_batches_down_bytes_check CHECK (down_bytes >= 0),
  constraint traffic_batches_up_bytes_check CHECK (up_bytes >= 0)
);
CREATE INDEX traffic_batches_age ON traffic_batches USING btree (received_at);
CREATE INDEX traffic_batches_boot ON traffic_batches USING btree (node_id, boot_id, seq);

create table traffic_days (
  day date not null,
  reseller_id integer not null,
  account_id bigint not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  constraint traffic_days_pkey PRIMARY KEY (reseller_id, day, account_id),
  constraint traffic_days_down_bytes_check CHECK (down_bytes >= 0),
  constraint traffic_days_up_bytes_check CHECK (up_bytes >= 0)
) partition by RANGE (day);

create table traffic_firsts (
  reseller_id integer not null,
  account_id bigint not null,
  first_at timestamp with time zone not null,
  constraint traffic_firsts_pkey PRIMARY KEY (reseller_id, account_id)
);

create table traffic_hours (
  hour timestamp with time zone not null,
  reseller_id integer not null,
  account_id bigint not null,
  node_id integer not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  charged_bytes bigint not null,
  constraint traffic_hours_pkey PRIMARY KEY (reseller_id, account_id, hour, node_id),
  constraint traffic_hours_charged_bytes_check CHECK (charged_bytes >= 0),
  constraint traffic_hours_down_bytes_check CHECK (down_bytes >= 0),
  constraint traffic_hours_up_bytes_check CHECK (up_bytes >= 0)
) partition by RANGE (hour);

create table traffic_left_out (
  id bigint not null generated always as identity,
  node_id integer not null,
  reason text not null,
  entry text not null,
  value text not null,
  received_at timestamp with time zone not null,
  constraint traffic_left_out_pkey PRIMARY KEY (id),
  constraint traffic_left_out_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint traffic_left_out_entry_check CHECK (char_length(entry) <= 40),
  constraint traffic_left_out_reason_check CHECK (reason = ANY (ARRAY['broken'::text, 'unknown'::text, 'impossible'::text])),
  constraint traffic_left_out_value_check CHECK (char_length(value) <= 100)
);
CREATE INDEX traffic_left_out_age ON traffic_left_out USING btree (received_at);
CREATE INDEX traffic_left_out_newest ON traffic_left_out USING btree (node_id, id);

create table traffic_minutes (
  minute timestamp with time zone not null,
  node_id integer not null,
  reseller_id integer not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  constraint traffic_minutes_pkey PRIMARY KEY (minute, node_id, reseller_id)
);

create unlogged table traffic_rank_pieces (
  reseller_id integer not null,
  range text not null,
  piece integer not null,
  least_bytes bigint not null,
  bytes bigint[] not null,
  constraint traffic_rank_pieces_pkey PRIMARY KEY (reseller_id, range, piece),
  constraint traffic_rank_pieces_reseller_id_range_fkey FOREIGN KEY (reseller_id, range) REFERENCES traffic_ranks(reseller_id, range) ON DELETE CASCADE
);

create unlogged table traffic_ranks (
  reseller_id integer not null,
  range text not null,
  first_day date not null,
  last_day date not null,
  ranked_at timestamp with time zone not null,
  took_ms integer not null,
  users integer not null,
  top_accounts bigint[] not null,
  top_bytes bigint[] not null,
  constraint traffic_ranks_pkey PRIMARY KEY (reseller_id, range),
  constraint traffic_ranks_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint traffic_ranks_range_check CHECK (range = ANY (ARRAY['today'::text, 'week'::text, 'month'::text]))
);

create table trial_claims (
  reseller_id integer not null,
  account_id bigint not null,
  gift_id bigint not null,
  mail_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint trial_claims_pkey PRIMARY KEY (reseller_id, account_id),
  constraint trial_claims_gift_id_key UNIQUE (gift_id),
  constraint trial_claims_reseller_id_mail_hash_key UNIQUE (reseller_id, mail_hash),
  constraint trial_claims_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint trial_claims_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint trial_claims_mail_hash_check CHECK (octet_length(mail_hash) = 32)
);

create table trial_offers (
  reseller_id integer not null,
  package_id integer not null,
  created_at timestamp with time zone not null,
  constraint trial_offers_pkey PRIMARY KEY (reseller_id, package_id),
  constraint trial_offers_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint trial_offers_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);

create table unsaved_keys (
  batch_id bigint not null,
  reseller_id integer not null,
  sealed_codes bytea not null,
  erase_at timestamp with time zone not null,
  constraint unsaved_keys_pkey PRIMARY KEY (batch_id),
  constraint unsaved_keys_reseller_id_batch_id_fkey FOREIGN KEY (reseller_id, batch_id) REFERENCES card_batches(reseller_id, id)
);
CREATE INDEX unsaved_keys_due ON unsaved_keys USING btree (erase_at);

create table watch_rounds (
  name text not null,
  ran_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  since timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint watch_rounds_pkey PRIMARY KEY (name),
  constraint watch_rounds_name_check CHECK (name = ANY (ARRAY['nodes'::text, 'platform'::text]))
);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  webhook_id uuid not null,
  event_id uuid not null,
  reseller_id integer,
  object text not null,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  not_before timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'given_up'::text])),
  constraint webhook_deliveries_tries_check CHECK (tries >= 0)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, not_before) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_list ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (webhook_id, object, id) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text]);

create table webhook_events (
  id uuid not null,
  reseller_id integer,
  type text not null,
  object text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint webhook_events_body_check CHECK (octet_length(body) <= 20000),
  constraint webhook_events_object_check CHECK (char_length(object) >= 1 AND char_length(object) <= 80),
  constraint webhook_events_type_check CHECK (type ~ '^[a-z_]+([.][a-z_]+)+$'::text AND char_length(type) <= 40)
);
CREATE INDEX webhook_events_age ON webhook_events USING btree (created_at);

create table webhook_tries (
  id bigint not null generated always as identity,
  delivery_id bigint not null,
  reseller_id integer,
  status integer,
  problem text,
  answer text not null default ''::text,
  took_ms integer not null,
  created_at timestamp with time zone not null,
  constraint webhook_tries_pkey PRIMARY KEY (id),
  constraint webhook_tries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_tries_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint webhook_tries_answer_check CHECK (char_length(answer) <= 1000),
  constraint webhook_tries_problem_check CHECK (char_length(problem) <= 200),
  constraint webhook_tries_status_check CHECK (status >= 100 AND status <= 999),
  constraint webhook_tries_took_ms_check CHECK (took_ms >= 0)
);
CREATE INDEX webhook_tries_delivery ON webhook_tries USING btree (delivery_id, id);

create table webhooks (
  id uuid not null,
  reseller_id integer,
  owner_key integer not null generated always as (COALESCE(reseller_id, '-1'::integer)) stored,
  name text not null,
  url text not null,
  is_local boolean not null default false,
  events text[] not null,
  sealed_secret bytea not null,
  sealed_old_secret bytea,
  old_until timestamp with time zone,
  sender uuid,
  sending_until timestamp with time zone,
  paused_until timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  off_at timestamp with time zone,
  off_reason text,
  created_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint webhooks_check CHECK (NOT is_local OR reseller_id IS NULL),
  constraint webhooks_check1 CHECK ((sealed_old_secret IS NULL) = (old_until IS NULL)),
  constraint webhooks_check2 CHECK ((off_at IS NULL) = (off_reason IS NULL)),
  constraint webhooks_events_check CHECK (cardinality(events) >= 1 AND cardinality(events) <= 50),
  constraint webhooks_failures_check CHECK (failures >= 0),
  constraint webhooks_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint webhooks_off_reason_check CHECK (off_reason = ANY (ARRAY['staff'::text, 'gone'::text, 'failing'::text])),
  constraint webhooks_reseller_id_check CHECK (reseller_id <> 0),
  constraint webhooks_url_check CHECK (char_length(url) >= 8 AND char_length(url) <= 500)
);
CREATE INDEX webhooks_owner ON webhooks USING btree (owner_key, created_at);
CREATE INDEX webhooks_sending ON webhooks USING btree (sending_until) WHERE sending_until IS NOT NULL;

create table withdrawals (
  id uuid not null,
  reseller_id integer not null,
  account_id bigint not null,
  amount_fen bigint not null,
  method text not null,
  sealed_account bytea not null,
  state text not null default 'pending'::text,
  reason text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  fee_fen bigint not null default 0,
  paid_by text,
  missed_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  settled_by text,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id),
  constraint withdrawals_amount_fen_check CHECK (amount_fen > 0),
  constraint withdrawals_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  constraint withdrawals_check CHECK ((state = 'pending'::text) = (settled_at IS NULL)),
  constraint withdrawals_check1 CHECK ((state = 'rejected'::text) = (reason IS NOT NULL)),
  constraint withdrawals_fee_fen_check CHECK (fee_fen >= 0 AND fee_fen < amount_fen),
  constraint withdrawals_four_eyes CHECK (state <> 'paid'::text OR approved_by IS NULL OR settled_by IS NULL OR approved_by <> settled_by),
  constraint withdrawals_method_check CHECK (method = ANY (ARRAY['alipay'::text, 'wechat'::text, 'bank'::text])),
  constraint withdrawals_missed CHECK (missed_at IS NULL OR state = 'paid'::text),
  constraint withdrawals_paid_by CHECK ((state = 'paid'::text) = (paid_by IS NOT NULL)),
  constraint withdrawals_paid_by_check CHECK (paid_by = ANY (ARRAY['platform'::text, 'reseller'::text])),
  constraint withdrawals_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 200),
  constraint withdrawals_state_check CHECK (state = ANY (ARRAY['pending'::text, 'paid'::text, 'rejected'::text]))
);
CREATE INDEX withdrawals_account ON withdrawals USING btree (reseller_id, account_id, created_at DESC);
CREATE INDEX withdrawals_by_amount ON withdrawals USING btree (reseller_id, amount_fen, id);
CREATE INDEX withdrawals_by_reseller ON withdrawals USING btree (reseller_id, settled_at) WHERE paid_by = 'reseller'::text;
CREATE INDEX withdrawals_by_state ON withdrawals USING btree (reseller_id, state, created_at, id);
CREATE INDEX withdrawals_by_time ON withdrawals USING btree (created_at, id);
CREATE INDEX withdrawals_listed ON withdrawals USING btree (reseller_id, created_at, id);
CREATE INDEX withdrawals_pending ON withdrawals USING btree (created_at) WHERE state = 'pending'::text;

CREATE OR REPLACE FUNCTION public.audit_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('yuxian.audit_forget', true) = 'on' then
    return null;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.audit_forget(p_before timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  gone integer;
begin
  perform set_config('yuxian.audit_forget', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where created_at < p_before order by id limit p_limit);
  get diagnostics gone = row_count;
  perform set_config('yuxian.audit_forget', '', true);
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.count_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  line record;
  held_more integer := 0;
  placed_more integer := 0;
begin
  if tg_op = 'INSERT' then line := new; else line := old; end if;
  if tg_op <> 'INSERT' then
    held_more := -(old.state <> 'removed')::integer;
    placed_more := -(old.state not in ('failed', 'removed'))::integer;
  end if;
  if tg_op <> 'DELETE' then
    held_more := held_more + (new.state <> 'removed')::integer;
    placed_more := placed_more + (new.state not in ('failed', 'removed'))::integer;
  end if;
  insert into line_counts as c (node_id, reseller_id, held, placed)
    values (line.node_id, -1, held_more, placed_more), (line.node_id, line.reseller_id, held_more, placed_more)
    on conflict (node_id, reseller_id) do update set held = c.held + excluded.held, placed = c.placed + excluded.placed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into line_counts as c (node_id, reseller_id, held, placed)
      select l.node_id, coalesce(l.reseller_id, -1), count(*), count(*) filter (where l.state <> 'failed')
      from new_lines l where l.state <> 'removed' group by grouping sets ((l.node_id), (l.node_id, l.reseller_id)) order by 1, 2
      on conflict (node_id, reseller_id) do update set held = c.held + excluded.held, placed = c.placed + excluded.placed;
  elsif tg_op = 'DELETE' then
    insert into line_counts as c (node_id, reseller_id, held, placed)
      select l.node_id, coalesce(l.reseller_id, -1), -count(*), -count(*) filter (where l.state <> 'failed')
      from old_lines l where l.state <> 'removed' group by grouping sets ((l.node_id), (l.node_id, l.reseller_id)) order by 1, 2
      on conflict (node_id, reseller_id) do update set held = c.held + excluded.held, placed = c.placed + excluded.placed;
  else
    insert into line_counts as c (node_id, reseller_id, held, placed)
      select l.node_id, coalesce(l.reseller_id, -1), sum(l.one), coalesce(sum(l.one) filter (where l.state <> 'failed'), 0)
      from (
        select n.node_id, n.reseller_id, n.state, 1 as one from new_lines n where n.state <> 'removed'
        union all select o.node_id, o.reseller_id, o.state, -1 from old_lines o where o.state <> 'removed'
      ) l group by grouping sets ((l.node_id), (l.node_id, l.reseller_id))
      having sum(l.one) <> 0 or coalesce(sum(l.one) filter (where l.state <> 'failed'), 0) <> 0 order by 1, 2
      on conflict (node_id, reseller_id) do update set held = c.held + excluded.held, placed = c.placed + excluded.placed;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_traffic_minute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into traffic_firsts (reseller_id, account_id, first_at)
    select reseller_id, account_id, min(hour) from new_rows group by reseller_id, account_id order by reseller_id, account_id
    on conflict do nothing;
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from new_rows group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  else
    insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', now()), node_id, reseller_id, sum(up_bytes), sum(down_bytes)
      from (select node_id, reseller_id, up_bytes, down_bytes from new_rows
            union all select node_id, reseller_id, -up_bytes, -down_bytes from old_rows) moved
     group by 2, 3 order by 2, 3
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_traffic(of_reseller integer, of_account bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from traffic_hours where reseller_id = of_reseller and account_id = of_account);
end
$function$;

CREATE OR REPLACE FUNCTION public.insist(holds boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if holds is not true then
    raise exception 'not as it was read' using errcode = 'YX002';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_by_language(texts jsonb, longest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select jsonb_typeof(texts) = 'object' and texts - array['zh-TW', 'en'] = '{}'
    and not exists (select from jsonb_each(texts)
      where jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') not between 1 and longest)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: post a reversal instead', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamp with time zone, p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[], OUT transaction_id bigint, OUT repeated boolean, OUT refused text, OUT unclaimed_accounts bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  leg_codes text[];
  known_codes text[];
  ids bigint[];
  codes text[];
  kinds text[];
  owners integer[];
  balances bigint[];
  deltas bigint[];
  first_hash bytea;
  -- Of the platform's own accounts, by chance of the key: a retry takes the same.
  stripe integer := hashtext(p_key) & 15;
  place integer;
  reseller_place integer;
  part bigint;
  mode text;
  credit_limit bigint;
begin
  repeated := false;
  unclaimed_accounts := '{}';
  select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
  if found then
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;

  -- Who is gone can spend nothing: what still arrives waits where a person can give it back.
  select coalesce(array_agg(p_accounts[i]) filter (where gone.is_gone), '{}'),
      coalesce(array_agg(case when gone.is_gone then 'unclaimed' else p_kinds[i] end order by i), p_kinds)
    into unclaimed_accounts, p_kinds
    from generate_subscripts(p_kinds, 1) i cross join lateral (
      select p_kinds[i] in ('user', 'commission') and p_amounts[i] > 0 and exists (
        select from accounts a where a.reseller_id = p_resellers[i] and a.id = p_accounts[i] and a.deleted_at is not null
      ) as is_gone
    ) gone;

  -- An order that cost nobody anything has no legs, and a transaction all the same.
  select coalesce(array_agg(
      p_kinds[i] || coalesce(':' || p_resellers[i]::text, '') || coalesce(':' || p_accounts[i]::text, '')
        || case when p_kinds[i] in ('platform', 'outside') and stripe > 0 then '#' || stripe::text else '' end order by i), '{}')
    into leg_codes from generate_subscripts(p_kinds, 1) i;
  -- A reseller's balance, its debt and a released liability move together, so their accounts are locked together.
  select coalesce(array_agg(distinct needed.code), '{}') into known_codes from (
    select unnest(leg_codes) as code
    union
    select tied.kind || ':' || p_resellers[i]::text
      from generate_subscripts(p_kinds, 1) i, (values ('reseller'), ('receivable')) tied (kind)
      where p_kinds[i] = 'reseller' or p_modes[i] = 'release'
  ) needed;
  if (select count(*) from ledger_accounts a where a.code = any (known_codes)) < cardinality(known_codes) then
    insert into ledger_accounts (kind, reseller_id, account_id, stripe)
      select split_part(split_part(c, '#', 1), ':', 1), nullif(split_part(c, ':', 2), '')::integer,
        nullif(split_part(c, ':', 3), '')::bigint, coalesce(nullif(split_part(c, '#', 2), '')::integer, 0)
      from unnest(known_codes) c
      where not exists (select from ledger_accounts a where a.code = c)
      order by c
      on conflict (code) do nothing;
  end if;

  select coalesce(array_agg(locked.id), '{}'), coalesce(array_agg(locked.code), '{}'), array_agg(locked.kind),
      array_agg(locked.reseller_id), array_agg(locked.balance_fen), array_agg(0::bigint)
    into ids, codes, kinds, owners, balances, deltas
    from (select * from ledger_accounts a where a.code = any (known_codes) order by a.id for no key update) locked;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] <> 'release' then
      place := array_position(codes, leg_codes[i]);
      deltas[place] := deltas[place] + p_amounts[i];
    end if;
  end loop;

  for i in 1 .. cardinality(leg_codes) loop
    if p_modes[i] = 'release' then
      place := array_position(codes, leg_codes[i]);
      reseller_place := array_position(codes, 'reseller:' || p_resellers[i]::text);
      part := least(p_amounts[i], greatest(0, -(balances[place] + deltas[place])));
      deltas[place] := deltas[place] + part;
      deltas[reseller_place] := deltas[reseller_place] + p_amounts[i] - part;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] = 'reseller' then
      place := array_position(codes, 'receivable:' || owners[i]::text);
      if deltas[i] > 0 then
        part := least(deltas[i], -balances[place]);
        deltas[i] := deltas[i] - part;
        deltas[place] := deltas[place] + part;
      elsif balances[i] + deltas[i] < 0 then
        part := -(balances[i] + deltas[i]);
        select max(p_modes[j]) into mode from generate_subscripts(p_kinds, 1) j
          where p_kinds[j] = 'reseller' and p_resellers[j] = owners[i];
        select r.credit_limit_fen into credit_limit from resellers r where r.id = owners[i];
        if coalesce(mode, '') = '' or (mode = 'owe' and part - balances[place] > credit_limit) then
          refused := 'reseller_short';
          return;
        end if;
        deltas[i] := deltas[i] + part;
        deltas[place] := deltas[place] - part;
      end if;
    end if;
  end loop;

  for i in 1 .. cardinality(codes) loop
    if kinds[i] in ('user', 'commission', 'commission_pending', 'hold', 'unclaimed', 'payout_hold', 'bulk_hold') and balances[i] + deltas[i] < 0 then
      refused := kinds[i] || '_short';
      return;
    end if;
  end loop;

  -- Only now, under the locks: the ids of one account's transactions then rise in the order of its balances.
  insert into ledger_transactions (key, input_hash, kind, reseller_id, memo, created_at)
    values (p_key, p_hash, p_kind, p_reseller_id, p_memo, p_now)
    on conflict (key) do nothing returning id into transaction_id;
  if transaction_id is null then
    select t.id, t.input_hash into transaction_id, first_hash from ledger_transactions t where t.key = p_key;
    repeated := true;
    if first_hash <> p_hash then refused := 'key_reused'; end if;
    return;
  end if;
  insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
    select ledger_post.transaction_id, ids[i], deltas[i], balances[i] + deltas[i]
    from generate_subscripts(ids, 1) i where deltas[i] <> 0;
  -- By unnest, of which the planner expects some rows. It expects a thousand subscripts, and then reads the whole table.
  update ledger_accounts a set balance_fen = a.balance_fen + moved.delta
    from unnest(ids, deltas) moved (id, delta) where a.id = moved.id and moved.delta <> 0;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_post_or_fail(p_key text, p_hash bytea, p_kind text, p_reseller_id integer, p_memo jsonb, p_now timestamp with time zone, p_kinds text[], p_resellers integer[], p_accounts bigint[], p_amounts bigint[], p_modes text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  answer record;
begin
  select * into answer from ledger_post(
    p_key, p_hash, p_kind, p_reseller_id, p_memo, p_now, p_kinds, p_resellers, p_accounts, p_amounts, p_modes);
  if answer.refused is not null then
    raise exception '%', answer.refused using errcode = 'YX001';
  end if;
  -- What is posted along with the commit is new, and for somebody who is there: both were looked at under a lock.
  if answer.repeated or cardinality(answer.unclaimed_accounts) > 0 then
    raise exception 'the ledger transaction % is no new one of accounts that are there', p_key;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_postings_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(amount_fen) from ledger_postings where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to 0', new.transaction_id using errcode = 'check_violation', constraint = 'ledger_postings_sum';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_monitor_events()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare numbered integer;
begin
  -- Any constant will do. Writers never take it, so they never wait for a reader.
  perform pg_advisory_xact_lock(7206140312);
  with fresh as materialized (
    select f.key, nextval('monitor_event_ids') as id
      from (select key from monitor_events where id is null order by key) f
  )
  update monitor_events e set id = fresh.id from fresh where e.key = fresh.key;
  get diagnostics numbered = row_count;
  return numbered;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_demo_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from mode_marks where mode = 'production') then
    raise exception 'This is a production database: the sandbox puts nothing into %', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare change text;
begin
  change := case
    when tg_op = 'INSERT' then 'raised'
    when new.acknowledged_at is distinct from old.acknowledged_at then 'acknowledged'
    else 'resolved'
  end;
  insert into monitor_events (reseller_id, kind, data, created_at)
  values (new.reseller_id, 'alert', jsonb_build_object('change', change, 'alert', to_jsonb(new)),
    coalesce(new.resolved_at, new.acknowledged_at, new.created_at));
  perform pg_notify('monitor_event', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_maintenance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.in_maintenance then
    insert into node_maintenances (node_id, started_at) values (new.id, clock_timestamp());
  else
    update node_maintenances set ended_at = clock_timestamp() where node_id = new.id and ended_at is null;
  end if;
  insert into monitor_events (reseller_id, kind, data, created_at)
  values (new.reseller_id, 'maintenance',
    jsonb_build_object('nodeId', new.id, 'nodeName', new.name, 'on', new.in_maintenance), clock_timestamp());
  perform pg_notify('monitor_event', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_maintenance_switch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('maintenance_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_resellers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('resellers_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_pairs(of_reseller integer, of_body text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select coalesce(array_agg(distinct of_reseller::text || ':' || pair.one || pair.other), '{}')
      from (select letter.sign as one, lead(letter.sign) over (order by letter.place) as other
              from unnest(string_to_array(lower(of_body), null)) with ordinality as letter (sign, place)) pair
     where pair.other is not null
  $function$;

CREATE OR REPLACE FUNCTION public.ticket_triples(of_reseller integer, of_body text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select coalesce(array_agg(distinct of_reseller::text || ':' || triple.one || triple.two || triple.three), '{}')
      from (select letter.sign as one, lead(letter.sign) over near as two, lead(letter.sign, 2) over near as three
              from unnest(string_to_array(lower(of_body), null)) with ordinality as letter (sign, place)
            window near as (order by letter.place)) triple
     where triple.three is not null
  $function$;

CREATE OR REPLACE FUNCTION public.traffic_drop_partitions(p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  old_name text;
  dropped integer := 0;
begin
  perform set_config('lock_timeout', '3s', true);
  for old_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('traffic_hours'::regclass, 'traffic_days'::regclass)
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= p_before at time zone 'UTC'
    order by c.relname
  loop
    execute format('drop table %I', old_name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_ingest(p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer, p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone, p_time_zone text, OUT refused text, OUT duplicate boolean, OUT crossed_resellers integer[], OUT crossed_accounts bigint[], OUT cut_numbers bigint[], OUT left_numbers bigint[], OUT left_bytes bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select m.refused, m.duplicate, m.crossed_resellers, m.crossed_accounts, m.cut_numbers, m.left_numbers, m.left_bytes
    into refused, duplicate, crossed_resellers, crossed_accounts, cut_numbers, left_numbers, left_bytes
    from traffic_ingest_many(array[p_node_id], array[p_batch_id], array[p_boot_id], array[p_seq], array[p_seconds],
      array[p_repeat_seconds], array[cardinality(p_numbers)], p_numbers, p_ups, p_downs, p_now, p_time_zone, false) m;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_ingest_calm(p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer, p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone, p_time_zone text, OUT refused text, OUT duplicate boolean, OUT crossed_resellers integer[], OUT crossed_accounts bigint[], OUT cut_numbers bigint[], OUT left_numbers bigint[], OUT left_bytes bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select t.refused, t.duplicate, t.crossed_resellers, t.crossed_accounts, t.cut_numbers, t.left_numbers, t.left_bytes
    into refused, duplicate, crossed_resellers, crossed_accounts, cut_numbers, left_numbers, left_bytes
    from traffic_ingest(p_node_id, p_batch_id, p_boot_id, p_seq, p_seconds, p_repeat_seconds, p_numbers, p_ups, p_downs,
      p_now, p_time_zone) t;
  if cardinality(crossed_accounts) > 0 then
    raise exception 'the batch leaves somebody without bytes' using errcode = 'YX002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_ingest_many(p_nodes integer[], p_batch_ids text[], p_boots text[], p_seqs bigint[], p_seconds integer[], p_repeats integer[], p_sizes integer[], p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone, p_time_zone text, p_is_calm boolean)
 RETURNS TABLE(place integer, refused text, duplicate boolean, crossed_resellers integer[], crossed_accounts bigint[], cut_numbers bigint[], left_numbers bigint[], left_bytes bigint[])
 LANGUAGE plpgsql
AS $function$
declare
  at integer;
  first_at integer;
  last_at integer;
  noted record;
  refusals text[] := array_fill(null::text, array[cardinality(p_nodes)]);
  duplicates boolean[] := array_fill(false, array[cardinality(p_nodes)]);
  rates integer[] := array_fill(0, array[cardinality(p_nodes)]);
  is_first boolean := false;
  raised integer;
  -- Of each line of all batches.
  places integer[] := '{}';
  numbers bigint[] := '{}';
  runs boolean[] := '{}';
  line_resellers integer[] := '{}';
  line_accounts bigint[] := '{}';
  line_ups bigint[] := '{}';
  line_downs bigint[] := '{}';
  line_charges bigint[] := '{}';
  -- Of each owner, in the order of locks.
  resellers integer[];
  accounts bigint[];
  ups bigint[];
  downs bigint[];
  charges bigint[];
  -- Before this. -1: there is no subscription.
  used bigint[];
  totals bigint[];
  this_hour timestamptz := date_trunc('hour', p_now, p_time_zone);
  this_day date := (p_now at time zone p_time_zone)::date;
begin
  -- Before any lock: who waits for a month's new tables must hold nothing.
  perform traffic_make_partition('traffic_hours', date_trunc('month', this_hour at time zone 'UTC')::date);
  perform traffic_make_partition('traffic_days', date_trunc('month', this_day)::date);

  for at, first_at, last_at in
    select s.at, 1 + s.until - s.size, s.until from (
      select i.at::integer, i.size, (sum(i.size) over (order by i.at))::integer as until
      from unnest(p_sizes) with ordinality i (size, at)
    ) s order by p_nodes[s.at], s.at
  loop
    select * into noted from traffic_note_batch(p_nodes[at], p_batch_ids[at], p_boots[at], p_seqs[at], p_seconds[at], p_repeats[at],
      p_numbers[first_at:last_at], p_ups[first_at:last_at], p_downs[first_at:last_at], p_now, this_hour);
    refusals[at] := noted.refused;
    duplicates[at] := noted.duplicate;
    rates[at] := noted.rate;
    continue when noted.refused is not null;
    is_first := is_first or noted.is_first;
    places := places || array_fill(at, array[cardinality(noted.numbers)]);
    numbers := numbers || noted.numbers;
    runs := runs || noted.runs;
    line_resellers := line_resellers || noted.resellers;
    line_accounts := line_accounts || noted.accounts;
    line_ups := line_ups || noted.ups;
    line_downs := line_downs || noted.downs;
    line_charges := line_charges || noted.charges;
  end loop;

  select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}'), array_agg(o.up), array_agg(o.down),
      array_agg(o.charged)
    into resellers, accounts, ups, downs, charges
    from (
      select i.reseller_id, i.account_id, sum(i.up)::bigint as up, sum(i.down)::bigint as down, sum(i.charged)::bigint as charged
      from unnest(line_resellers, line_accounts, line_ups, line_downs, line_charges) i (reseller_id, account_id, up, down, charged)
      group by i.reseller_id, i.account_id order by i.reseller_id, i.account_id
    ) o;

  -- Owner by owner, as they stand in the arrays: a lateral join keeps their order.
  select array_agg(coalesce(s.used_bytes, -1)), array_agg(coalesce(s.total_bytes, 0)) into used, totals
    from unnest(resellers, accounts) o (reseller_id, account_id)
    left join lateral (
      select t.used_bytes, t.total_bytes from subscriptions t
      where t.reseller_id = o.reseller_id and t.account_id = o.account_id for no key update
    ) s on true;
  update subscriptions s set used_bytes = s.used_bytes + o.charged,
      used_up_bytes = s.used_up_bytes + floor(o.charged::numeric * o.up / (o.up + o.down))::bigint
    from unnest(resellers, accounts, ups, downs, charges) o (reseller_id, account_id, up, down, charged)
    where s.reseller_id = o.reseller_id and s.account_id = o.account_id and o.charged > 0;
  select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}') into crossed_resellers, crossed_accounts
    from unnest(resellers, accounts, charges, used, totals) o (reseller_id, account_id, charged, used, total)
    where o.charged > 0 and o.used >= 0 and o.used + o.charged >= o.total and (o.used < o.total or exists (
      select from lines l where l.reseller_id = o.reseller_id and l.account_id = o.account_id
        and l.state in ('installing', 'active', 'moving')
    ));
  if p_is_calm and cardinality(crossed_accounts) > 0 then
    raise exception 'the batch leaves somebody without bytes' using errcode = 'YX002';
  end if;

  -- Under their subscriptions' locks. Who has none meets others here in the order of owners as well.
  update traffic_days d set up_bytes = d.up_bytes + o.up, down_bytes = d.down_bytes + o.down
    from unnest(resellers, accounts, ups, downs, used) o (reseller_id, account_id, up, down, used)
    where d.reseller_id = o.reseller_id and d.day = this_day and d.account_id = o.account_id and o.up + o.down > 0 and o.used >= 0;
  get diagnostics raised = row_count;
  if is_first or raised < cardinality(accounts) then
    insert into traffic_days as d (day, reseller_id, account_id, up_bytes, down_bytes)
      select this_day, o.reseller_id, o.account_id, o.up, o.down
      from unnest(resellers, accounts, ups, downs, used) o (reseller_id, account_id, up, down, used)
      where o.up + o.down > 0 and (o.used < 0 or not exists (
        select from traffic_days t where t.reseller_id = o.reseller_id and t.day = this_day and t.account_id = o.account_id))
      on conflict (reseller_id, day, account_id) do update set up_bytes = d.up_bytes + excluded.up_bytes,
        down_bytes = d.down_bytes + excluded.down_bytes;
  end if;
  if is_first then
    insert into traffic_firsts (reseller_id, account_id, first_at)
      select o.reseller_id, o.account_id, this_hour from unnest(resellers, accounts, ups, downs) o (reseller_id, account_id, up, down)
      where o.up + o.down > 0
      on conflict do nothing;
  end if;

  return query
    select b.at::integer, b.refused, b.duplicate, crossed_resellers, crossed_accounts,
      coalesce(l.cut, '{}'), coalesce(l.numbers, '{}'), coalesce(l.bytes, '{}')
    from unnest(refusals, duplicates) with ordinality b (refused, duplicate, at)
    left join traffic_left(places, numbers, runs, line_resellers, line_accounts, rates, resellers, accounts, charges, used, totals) l
      on l.place = b.at;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_left(p_places integer[], p_numbers bigint[], p_runs boolean[], p_line_resellers integer[], p_line_accounts bigint[], p_rates integer[], p_resellers integer[], p_accounts bigint[], p_charges bigint[], p_used bigint[], p_totals bigint[])
 RETURNS TABLE(place integer, cut bigint[], numbers bigint[], bytes bigint[])
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  return query
    select i.place, array_agg(i.number) filter (where not i.runs or i.bytes = 0), array_agg(i.number),
      array_agg(case p_rates[i.place] when 0 then null when 100 then least(i.bytes, 9007199254740991)
        -- As far as JSON counts: at a small rate it may be more.
        else least(floor(i.bytes::numeric * 100 / p_rates[i.place]), 9007199254740991)::bigint end)
    from (
      select l.place, l.number, l.runs,
        case when o.used < 0 or o.used + o.charged >= o.total then 0 else o.total - o.used - o.charged end as bytes
      from unnest(p_places, p_numbers, p_runs, p_line_resellers, p_line_accounts) l (place, number, runs, reseller_id, account_id)
      join unnest(p_resellers, p_accounts, p_charges, p_used, p_totals) o (reseller_id, account_id, charged, used, total)
        on o.reseller_id = l.reseller_id and o.account_id = l.account_id
    ) i group by i.place;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_make_partition(p_table text, p_month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  partition_name text := p_table || '_' || to_char(p_month, 'YYYYMM');
  -- The same text reads as a date and as a time.
  first_bound text := p_month::text || ' 00:00:00+00';
  end_bound text := (p_month + interval '1 month')::date::text || ' 00:00:00+00';
begin
  if to_regclass(partition_name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('traffic partitions'));
  -- Not to_regclass again: it remembers that there was none, also after waiting for who makes it.
  if exists (select from pg_class c where c.relname = partition_name and c.relnamespace = current_schema()::regnamespace) then return; end if;
  execute format('create table %I (like %I including defaults including constraints) with (fillfactor = 50)', partition_name, p_table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, partition_name, first_bound, end_bound);
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_note_batch(p_node_id integer, p_batch_id text, p_boot_id text, p_seq bigint, p_seconds integer, p_repeat_seconds integer, p_numbers bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone, p_hour timestamp with time zone, OUT refused text, OUT duplicate boolean, OUT rate integer, OUT is_first boolean, OUT numbers bigint[], OUT runs boolean[], OUT resellers integer[], OUT accounts bigint[], OUT ups bigint[], OUT downs bigint[], OUT charges bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  speed integer;
  claimed numeric;
  counted_from timestamptz;
  allowed_seconds numeric;
  has_all boolean;
  is_plain boolean;
  raised integer;
  hour_resellers integer[];
  hour_accounts bigint[];
  hour_ups bigint[];
  hour_downs bigint[];
  hour_charges bigint[];
begin
  is_first := false;
  select n.rate_percent, n.speed_mbps into strict rate, speed from nodes n where n.id = p_node_id;
  duplicate := exists (
    select from traffic_batches b where b.node_id = p_node_id and b.batch_id = p_batch_id
      and (p_repeat_seconds is null or b.received_at > p_now - make_interval(secs => p_repeat_seconds))
  );

  if not duplicate then
    -- A node is believed no more seconds than have passed since what it has told of before, or since it was enrolled. What
    -- waited on the node while the way was shut comes batch by batch and uses that time up.
    select c.counted_until into counted_from from node_clocks c where c.node_id = p_node_id for no key update;
    if not found then
      insert into node_clocks as c (node_id, counted_until)
        select p_node_id, coalesce(
          (select max(b.received_at) from traffic_batches b where b.node_id = p_node_id),
          (select max(k.created_at) from node_keys k where k.node_id = p_node_id),
          (select n.created_at from nodes n where n.id = p_node_id))
        on conflict (node_id) do nothing;
      select c.counted_until into strict counted_from from node_clocks c where c.node_id = p_node_id for no key update;
    end if;
    -- A minute, since its clock is not ours.
    allowed_seconds := least(p_seconds, greatest(0, extract(epoch from p_now - counted_from)) + 60);
    -- A sum of bigint is numeric: what a liar sends may not fit one.
    select coalesce(sum(i.up), 0) + coalesce(sum(i.down), 0) into claimed from unnest(p_ups, p_downs) i (up, down);
    -- Half as much again as the connection carries (125000 bytes a second are 1 Mbps), and what a short batch may hold.
    if claimed > speed::numeric * allowed_seconds * 187500 + 67108864 then
      refused := 'impossible';
      return;
    end if;
  end if;

  -- By an index in the order of numbers, which is the order of the batch: nothing is joined.
  select coalesce(array_agg(l.number), '{}'), coalesce(array_agg(l.state in ('installing', 'active', 'moving')), '{}'),
      coalesce(array_agg(l.reseller_id), '{}'), coalesce(array_agg(l.account_id), '{}'), coalesce(bool_and(l.state <> 'removed'), true)
    into numbers, runs, resellers, accounts, is_plain
    from (
      select l.number, l.state, l.reseller_id, l.account_id from lines l
      where l.number = any (p_numbers) and l.node_id = p_node_id order by l.number
    ) l;
  ups := p_ups;
  downs := p_downs;
  has_all := numbers = p_numbers;
  if not has_all then
    -- In another order, or with a line twice.
    select array_agg(i.number) = numbers, array_agg(i.up), array_agg(i.down) into has_all, ups, downs
      from (
        select t.number, sum(t.up)::bigint as up, sum(t.down)::bigint as down
        from unnest(p_numbers, p_ups, p_downs) t (number, up, down) group by t.number order by t.number
      ) i;
  end if;
  if not duplicate and not has_all then
    refused := 'foreign';
    return;
  end if;

  if not duplicate then
    insert into traffic_batches as b (node_id, batch_id, boot_id, seq, up_bytes, down_bytes, received_at)
      select p_node_id, p_batch_id, p_boot_id, p_seq, coalesce(sum(o.up), 0), coalesce(sum(o.down), 0), p_now
      from unnest(ups, downs) o (up, down)
      on conflict (node_id, batch_id) do update set received_at = excluded.received_at, seq = excluded.seq,
        up_bytes = b.up_bytes + excluded.up_bytes, down_bytes = b.down_bytes + excluded.down_bytes
        where b.received_at <= p_now - make_interval(secs => p_repeat_seconds);
    duplicate := not found;
  end if;
  if duplicate then
    ups := array_fill(0::bigint, array[cardinality(numbers)]);
    downs := ups;
    charges := ups;
    return;
  end if;
  update node_clocks c set counted_until = least(p_now, counted_from + make_interval(secs => allowed_seconds::double precision))
    where c.node_id = p_node_id;

  -- Every begun byte of the charge counts. Divided first, so that it fits a bigint at every rate.
  select coalesce(array_agg((o.up + o.down) / 100 * rate + ((o.up + o.down) % 100 * rate + 99) / 100), '{}'),
      is_plain and coalesce(bool_and(o.up + o.down > 0), true)
    into charges, is_plain from unnest(ups, downs) o (up, down);
  if is_plain then
    -- One line each: only what is removed leaves its owner's place on a node to another.
    hour_resellers := resellers;
    hour_accounts := accounts;
    hour_ups := ups;
    hour_downs := downs;
    hour_charges := charges;
  else
    select coalesce(array_agg(o.reseller_id), '{}'), coalesce(array_agg(o.account_id), '{}'), array_agg(o.up), array_agg(o.down),
        array_agg(o.charged)
      into hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges
      from (
        select i.reseller_id, i.account_id, sum(i.up)::bigint as up, sum(i.down)::bigint as down, sum(i.charged)::bigint as charged
        from unnest(resellers, accounts, ups, downs, charges) i (reseller_id, account_id, up, down, charged)
        where i.up + i.down > 0 group by i.reseller_id, i.account_id
      ) o;
  end if;

  -- First what is there: an upsert would lock each row before it raises it.
  update traffic_hours h set up_bytes = h.up_bytes + o.up, down_bytes = h.down_bytes + o.down,
      charged_bytes = h.charged_bytes + o.charged
    from unnest(hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges) o (reseller_id, account_id, up, down, charged)
    where h.reseller_id = o.reseller_id and h.account_id = o.account_id and h.hour = p_hour and h.node_id = p_node_id;
  get diagnostics raised = row_count;
  is_first := raised < cardinality(hour_accounts);
  if is_first then
    insert into traffic_hours as h (hour, reseller_id, account_id, node_id, up_bytes, down_bytes, charged_bytes)
      select p_hour, o.reseller_id, o.account_id, p_node_id, o.up, o.down, o.charged
      from unnest(hour_resellers, hour_accounts, hour_ups, hour_downs, hour_charges) o (reseller_id, account_id, up, down, charged)
      where raised = 0 or not exists (select from traffic_hours t where t.reseller_id = o.reseller_id
        and t.account_id = o.account_id and t.hour = p_hour and t.node_id = p_node_id);
  end if;
  insert into traffic_minutes as m (minute, node_id, reseller_id, up_bytes, down_bytes)
    select date_trunc('minute', p_now), p_node_id, o.reseller_id, sum(o.up), sum(o.down)
    from unnest(hour_resellers, hour_ups, hour_downs) o (reseller_id, up, down) group by o.reseller_id order by o.reseller_id
    on conflict (minute, node_id, reseller_id) do update
      set up_bytes = m.up_bytes + excluded.up_bytes, down_bytes = m.down_bytes + excluded.down_bytes;
  perform traffic_note_contacts(numbers, resellers, accounts, ups, downs, p_now);
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_note_contacts(p_numbers bigint[], p_resellers integer[], p_accounts bigint[], p_ups bigint[], p_downs bigint[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into line_contacts as k (reseller_id, account_id, line_number, begun_at, seen_at)
    select o.reseller_id, o.account_id, o.number,
      case when c.seen_at > p_now - interval '5 minutes' and not f.is_new then c.begun_at else p_now end, p_now
    from unnest(p_numbers, p_resellers, p_accounts, p_ups, p_downs) o (number, reseller_id, account_id, up, down)
    left join line_contacts c on c.reseller_id = o.reseller_id and c.account_id = o.account_id and c.line_number = o.number
    cross join lateral (
      select exists (select from feed_visits v where v.reseller_id = o.reseller_id and v.account_id = o.account_id
        and v.fetched_at > c.seen_at) as is_new
    ) f
    where o.up + o.down > 0 and (c.seen_at is null or c.seen_at <= p_now - interval '1 minute' or f.is_new)
    on conflict (reseller_id, account_id, line_number) do update set begun_at = excluded.begun_at, seen_at = excluded.seen_at;
end $function$;

CREATE OR REPLACE FUNCTION public.traffic_rank(p_reseller_id integer, p_range text, p_first_day date, p_last_day date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET work_mem TO '256MB'
AS $function$
declare
  started_at timestamptz := clock_timestamp();
begin
  delete from traffic_ranks r where r.reseller_id = p_reseller_id and r.range = p_range;
  insert into traffic_ranks (reseller_id, range, first_day, last_day, ranked_at, took_ms, users, top_accounts, top_bytes)
    values (p_reseller_id, p_range, p_first_day, p_last_day, p_now, 0, 0, '{}', '{}');
  with sums as materialized (
    select d.account_id, sum(d.up_bytes + d.down_bytes)::bigint as bytes from traffic_days d
    where d.reseller_id = p_reseller_id and d.day between p_first_day and p_last_day
    group by d.account_id having sum(d.up_bytes + d.down_bytes) > 0
  ), top as materialized (
    select s.account_id, s.bytes from sums s order by s.bytes desc, s.account_id limit 100
  ), everybody as materialized (
    select array_agg(s.bytes order by s.bytes desc) as bytes, count(*)::integer as users from sums s
  ), pieces as (
    insert into traffic_rank_pieces (reseller_id, range, piece, least_bytes, bytes)
    select p_reseller_id, p_range, i, e.bytes[least(i * 1000 + 1000, e.users)], e.bytes[i * 1000 + 1 : i * 1000 + 1000]
    from everybody e, generate_series(0, (e.users - 1) / 1000) i
    where e.users > 0
  )
  update traffic_ranks r set users = e.users,
    top_accounts = array(select t.account_id from top t order by t.bytes desc, t.account_id),
    top_bytes = array(select t.bytes from top t order by t.bytes desc, t.account_id)
    from everybody e where r.reseller_id = p_reseller_id and r.range = p_range;
  update traffic_ranks r set took_ms = 1000 * extract(epoch from clock_timestamp() - started_at)
    where r.reseller_id = p_reseller_id and r.range = p_range;
end $function$;

CREATE OR REPLACE FUNCTION public.unpaid_debt_from(of_reseller integer, before_id bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  last_id bigint := coalesce(before_id, 9223372036854775807);
  debt_id bigint;
  owed bigint;
  newer bigint := 0;
  first_unpaid bigint;
  taken_back jsonb := '{}';
  move record;
begin
  select a.id into debt_id from ledger_accounts a where a.code = 'receivable:' || of_reseller;
  select -p.balance_after_fen into owed from ledger_postings p
    where p.ledger_account_id = debt_id and p.transaction_id < last_id order by p.transaction_id desc limit 1;
  if coalesce(owed, 0) = 0 then return null; end if;
  for move in
    select p.transaction_id, p.amount_fen, t.kind, t.memo ->> 'orderId' as order_id
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where p.ledger_account_id = debt_id and p.transaction_id < last_id order by p.transaction_id desc
  loop
    if move.amount_fen > 0 then
      if move.kind = 'refund' then
        taken_back := taken_back
          || jsonb_build_object(move.order_id, coalesce((taken_back ->> move.order_id)::bigint, 0) + move.amount_fen);
      end if;
      continue;
    end if;
    first_unpaid := move.transaction_id;
    newer := newer + greatest(0, -move.amount_fen
      - case when move.kind = 'sale' then coalesce((taken_back ->> move.order_id)::bigint, 0) else 0 end);
    exit when newer >= owed;
  end loop;
  return first_unpaid;
end
$function$;

CREATE TRIGGER accounts_refuse_demo BEFORE INSERT ON accounts FOR EACH ROW WHEN (new.is_demo) EXECUTE FUNCTION refuse_demo_rows();

CREATE TRIGGER alerts_changed AFTER UPDATE ON alerts FOR EACH ROW WHEN (new.resolved_at IS DISTINCT FROM old.resolved_at OR new.acknowledged_at IS DISTINCT FROM old.acknowledged_at) EXECUTE FUNCTION tell_alert();

CREATE TRIGGER alerts_told AFTER INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION tell_alert();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();

CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

CREATE CONSTRAINT TRIGGER ledger_postings_sum AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_postings_sum();

CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

CREATE TRIGGER lines_added AFTER INSERT ON lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION count_lines();

CREATE TRIGGER lines_gone AFTER DELETE ON lines REFERENCING OLD TABLE AS old_lines FOR EACH STATEMENT EXECUTE FUNCTION count_lines();

CREATE TRIGGER lines_moved AFTER UPDATE ON lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION count_lines();

CREATE TRIGGER maintenance_told AFTER INSERT OR DELETE OR UPDATE ON maintenance_switch FOR EACH STATEMENT EXECUTE FUNCTION tell_maintenance_switch();

CREATE TRIGGER merchants_refuse_demo BEFORE INSERT ON merchants FOR EACH ROW WHEN (new.is_sandbox) EXECUTE FUNCTION refuse_demo_rows();

CREATE TRIGGER nodes_maintenance AFTER UPDATE ON nodes FOR EACH ROW WHEN (new.in_maintenance IS DISTINCT FROM old.in_maintenance) EXECUTE FUNCTION tell_maintenance();

CREATE TRIGGER nodes_refuse_demo BEFORE INSERT ON nodes FOR EACH ROW WHEN (new.is_demo) EXECUTE FUNCTION refuse_demo_rows();

CREATE TRIGGER platform_statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON platform_statements FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

CREATE TRIGGER reseller_domains_told AFTER INSERT OR DELETE OR UPDATE ON reseller_domains FOR EACH STATEMENT EXECUTE FUNCTION tell_resellers();

CREATE TRIGGER resellers_told AFTER INSERT OR DELETE OR UPDATE ON resellers FOR EACH STATEMENT EXECUTE FUNCTION tell_resellers();

CREATE TRIGGER staff_refuse_demo BEFORE INSERT ON staff FOR EACH ROW WHEN (new.is_demo) EXECUTE FUNCTION refuse_demo_rows();

CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
