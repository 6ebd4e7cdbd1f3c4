-- suits: 0.2.0
-- Passwords that came from another panel. Only their digest came, so the hash is one of the digest: signing in computes the
-- digest as that panel did, then checks the hash. The first sign-in makes a hash of the password itself, and both are null.
alter table accounts add column password_kind text;
-- The other panel's salt. For bcrypt its settings: version, cost and salt.
alter table accounts add column password_salt text;
alter table accounts add constraint accounts_password_kind_check
  check (password_kind in ('bcrypt', 'md5', 'sha256', 'md5salt', 'sha256salt')) not valid;
alter table accounts add constraint accounts_password_salt_check check (
  case password_kind
    when 'bcrypt' then password_salt is not null and password_salt ~ '^\$2[aby]\$[0-3][0-9]\$[./A-Za-z0-9]{22}$'
    when 'md5salt' then password_salt is not null
    when 'sha256salt' then password_salt is not null
    else password_kind is not null or password_salt is null
  end) not valid;
