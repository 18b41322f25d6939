-- Further ways to sign in, and limits against guessing. These rows belong to no application: as with sessions, only the
-- system itself may see them.

alter table sessions
  -- network address of the client
  add column address text,
  add column method text not null default 'password' check (method in ('password', 'single_sign_on')),
  -- set by "lock now"; a session also locks by itself when last_seen_at is long ago
  add column locked_at timestamptz;

-- Wrong passwords and codes, by account and by network address, whether or not the account exists.
create table sign_in_failures (
  -- keyed hash of "account:…" or "address:…", so that no mistyped address is stored
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

-- Sign-ins whose password was right and whose code is not entered yet.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index on sign_in_challenges (user_id);

create table two_step (
  user_id bigint primary key references users on delete cascade,
  -- AES-256-GCM under SECRET_KEY
  secret bytea not null,
  -- null until a first code has shown that the app has the secret
  confirmed_at timestamptz,
  -- the 30-second step of the last code, counted from 1970, because a code works once
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- identifies the request, so that its job may run twice; the token is derived from it and SECRET_KEY
  request_id uuid not null unique,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on password_resets (user_id, created_at);

-- E-mails to people about their own account. They are not in deliveries, which other users of the application can see.
create table account_emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('password_reset', 'registered', 'already_registered', 'password_changed')),
  password_reset_id bigint references password_resets on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  gateway text,
  last_error text,
  attempts integer not null default 0,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index on account_emails (user_id);
create index on account_emails (password_reset_id);

-- Sign-ins in progress at the hospital's identity provider.
create table single_sign_on_attempts (
  -- hash of a cookie: only the browser that left may return
  browser_hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null,
  -- set when the person has returned; the page fetches it once
  user_id bigint references users on delete cascade,
  failure text
);
create index on single_sign_on_attempts (user_id);

do $$
declare
  name text;
begin
  foreach name in array array[
    'sign_in_failures', 'sign_in_challenges', 'two_step', 'recovery_codes', 'password_resets', 'account_emails',
    'single_sign_on_attempts'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system_only on %I using ((select sees_all_applications()))', name);
  end loop;
end $$;
