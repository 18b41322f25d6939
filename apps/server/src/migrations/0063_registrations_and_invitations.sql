-- An account is made only by the link of an e-mail that was sent to its address. These tables hold what was asked for and
-- is not an account yet.

create table account_registrations (
  id bigint generated always as identity primary key,
  -- identifies the request, so that its job may run twice; the token is derived from it and SECRET_KEY
  request_id uuid not null unique,
  token_hash bytea not null unique,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320),
  created_at timestamptz not null,
  -- the link works until then
  expires_at timestamptz not null,
  -- set when the link was used: the account is made, and the person waits for access
  confirmed_at timestamptz,
  user_id bigint unique references users on delete cascade,
  -- null: nobody has decided
  decision text check (decision in ('granted', 'refused')),
  decided_at timestamptz,
  decided_by bigint references users on delete set null,
  check ((confirmed_at is null) = (user_id is null)),
  check ((decision is null) = (decided_at is null)),
  check (decision is null or user_id is not null)
);
create index on account_registrations (created_at);
create index on account_registrations (decided_by);

create table account_invitations (
  id bigint generated always as identity primary key,
  -- the application that the person is invited into; null: none, by a superuser
  application_id bigint references applications on delete cascade,
  -- new whenever it is sent, so that earlier links end; the token is derived from it and SECRET_KEY
  request_id uuid not null unique,
  token_hash bytea not null unique,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320),
  phone text,
  -- 1 = superuser
  super_user smallint not null default 0 check (super_user in (0, 1)),
  landing_page text,
  -- wards that the person will see; empty: all
  locations text[] not null default '{}',
  -- whoever sent it last; the link works only while they have an account that allows it
  invited_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- the account that came of it
  user_id bigint unique references users on delete cascade,
  withdrawn_at timestamptz,
  check ((accepted_at is null) = (user_id is null)),
  check (accepted_at is null or withdrawn_at is null)
);
-- one open invitation for an address in an application
create unique index account_invitations_open on account_invitations (coalesce(application_id, 0), lower(email))
  where accepted_at is null and withdrawn_at is null;
create index on account_invitations (application_id);
create index on account_invitations (invited_by);
call fence_by_application('account_invitations');

alter table account_registrations enable row level security;
alter table account_registrations force row level security;
create policy system_only on account_registrations using ((select sees_all_applications()));

-- E-mails also go to addresses that have no account.
alter table account_emails
  alter column user_id drop not null,
  -- set where no account has the address; else the e-mail goes to the address of the user
  add column recipient text,
  add column account_registration_id bigint references account_registrations on delete cascade,
  add column account_invitation_id bigint references account_invitations on delete cascade,
  drop constraint account_emails_kind_check,
  add check (kind in (
    'password_reset', 'registered', 'already_registered', 'password_changed', 'confirm_registration',
    'registration_waiting', 'registration_granted', 'registration_refused', 'account_invitation')),
  add check (num_nonnulls(user_id, recipient) = 1);
create index on account_emails (lower(recipient)) where recipient is not null;
create index on account_emails (account_registration_id);
create index on account_emails (account_invitation_id);
