-- Made by "node scripts/db-types.ts" from the migrated database, for review. Do not edit.

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
  deleted_at timestamp with time zone,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_step bigint not null default 0,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_reseller_id_id_key UNIQUE (reseller_id, id),
  constraint accounts_reseller_id_invite_code_key UNIQUE (reseller_id, invite_code),
  constraint accounts_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint accounts_reseller_id_inviter_id_fkey FOREIGN KEY (reseller_id, inviter_id) REFERENCES accounts(reseller_id, id),
  constraint accounts_check CHECK (inviter_id <> id),
  constraint accounts_email_check CHECK (char_length(email) <= 254),
  constraint accounts_language_check CHECK (language = ANY (ARRAY['zh-CN'::text, 'zh-TW'::text, 'en'::text])),
  constraint accounts_speed_mode_check CHECK (speed_mode = ANY (ARRAY['standard'::text, 'game'::text, 'video'::text, 'saver'::text])),
  constraint accounts_user_name_check CHECK (user_name ~ '^[A-Za-z0-9_.@-]{4,40}$'::text)
);
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (reseller_id, lower(email)) WHERE email_verified_at IS NOT NULL;
CREATE UNIQUE INDEX accounts_name ON accounts USING btree (reseller_id, lower(user_name));
CREATE INDEX accounts_paused ON accounts USING btree (paused_at) WHERE paused_at IS NOT NULL;

create table audit_log (
  id bigint not null generated always as identity,
  reseller_id integer,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id)
);
CREATE INDEX audit_log_subject ON audit_log USING btree (reseller_id, subject, created_at);

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
  constraint mail_codes_pkey PRIMARY KEY (id),
  constraint mail_codes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint mail_codes_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES resellers(id),
  constraint mail_codes_email_check CHECK (char_length(email) <= 254),
  constraint mail_codes_guesses_left_check CHECK (guesses_left >= 0),
  constraint mail_codes_purpose_check CHECK (purpose = ANY (ARRAY['bind'::text, 'reset'::text, 'unlock'::text, 'operator_reset'::text]))
);
CREATE INDEX mail_codes_age ON mail_codes USING btree (expires_at);
CREATE INDEX mail_codes_newest ON mail_codes USING btree (reseller_id, subject, purpose, created_at DESC, id);

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
  constraint pauses_pkey PRIMARY KEY (id),
  constraint pauses_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint pauses_check CHECK (ended_at >= started_at)
);
CREATE UNIQUE INDEX pauses_one_open ON pauses USING btree (reseller_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX pauses_recent ON pauses USING btree (reseller_id, account_id, started_at);

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
) /* unlogged */;

create table recovery_codes (
  reseller_id integer not null,
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (reseller_id, account_id, code_hash),
  constraint recovery_codes_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE
);

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
  constraint resellers_pkey PRIMARY KEY (id),
  constraint resellers_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  constraint resellers_icon_check CHECK (octet_length(icon) <= 65536),
  constraint resellers_id_check CHECK (id >= 0 AND id <= 999999999),
  constraint resellers_jc_url_check CHECK (jc_url ~ '^https://'::text),
  constraint resellers_kf_url_check CHECK (kf_url ~ '^https://'::text),
  constraint resellers_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 40)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
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
CREATE INDEX sessions_account ON sessions USING btree (reseller_id, account_id) WHERE revoked_at IS NULL;

create table spent_proofs (
  kind text not null,
  id text not null,
  spent_at timestamp with time zone not null,
  constraint spent_proofs_pkey PRIMARY KEY (kind, id),
  constraint spent_proofs_id_check CHECK (octet_length(id) <= 200),
  constraint spent_proofs_kind_check CHECK (kind = ANY (ARRAY['captcha'::text, 'ticket'::text]))
);
CREATE INDEX spent_proofs_age ON spent_proofs USING btree (spent_at);

create table subscriptions (
  reseller_id integer not null,
  account_id bigint not null,
  expires_at timestamp with time zone,
  banked_seconds bigint not null default 0,
  used_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  constraint subscriptions_pkey PRIMARY KEY (reseller_id, account_id),
  constraint subscriptions_reseller_id_account_id_fkey FOREIGN KEY (reseller_id, account_id) REFERENCES accounts(reseller_id, id) ON DELETE CASCADE,
  constraint subscriptions_banked_seconds_check CHECK (banked_seconds >= 0),
  constraint subscriptions_total_bytes_check CHECK (total_bytes >= 0),
  constraint subscriptions_used_bytes_check CHECK (used_bytes >= 0)
);
