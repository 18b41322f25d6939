-- Passkeys (WebAuthn): the second step after a password, or a way in by themselves.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- what the authenticator calls the passkey, in base64url
  credential_id text not null unique check (length(credential_id) <= 1364 and credential_id ~ '^[A-Za-z0-9_-]+$'),
  -- COSE key, as the authenticator made it
  public_key bytea not null,
  -- what authenticators call the person: random, and the same in all passkeys of a person
  user_handle bytea not null,
  -- name of the server that the passkey was made for; browsers offer it there only
  rp_id text not null,
  name text not null check (length(name) between 1 and 60),
  -- how the browser reaches the authenticator, as in `internal` or `usb`
  transports text[] not null,
  -- signatures that the authenticator has counted; 0 where it counts none
  counter bigint not null,
  -- whether the person's other devices may have it as well; false: it never leaves its device
  synced boolean not null,
  -- since the account was claimed anew, only the second step after the new password, until it has been that once
  password_first boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkeys (user_id);

-- What authenticators were asked to sign. Each row is deleted by its answer, whatever that is.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'second_step', 'add', 'prove', 'unlock')),
  -- hash of what the answer comes with: the cookie of a browser, the token of a begun sign-in, or a session
  holder_hash bytea not null,
  -- null while nobody knows who signs in
  user_id bigint references users on delete cascade,
  -- what the new passkey is to call the person
  user_handle bytea,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'sign_in')),
  check ((user_handle is not null) = (purpose = 'add'))
);
create index on passkey_challenges (user_id);

do $$
declare
  name text;
begin
  foreach name in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system_only on %I using ((select sees_all_applications()))', name);
  end loop;
end $$;

alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'passkey', 'single_sign_on'));

-- People are told by e-mail when a passkey of theirs was added or removed.
alter table account_emails
  drop constraint account_emails_kind_check,
  add constraint account_emails_kind_check check (kind in (
    'password_reset', 'registered', 'already_registered', 'password_changed', 'confirm_registration', 'registration_waiting',
    'registration_granted', 'registration_refused', 'account_invitation', 'emergency_sign_in', 'two_step_reset',
    'account_made', 'passkey_added', 'passkey_removed'));
