-- The hospital's identity provider makes, changes and takes away staff accounts by SCIM 2.0 (docs/decisions/0048).

-- A credential of an identity provider. It acts in its application only.
create table scim_tokens (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- SHA-256 of the token, which is stored nowhere
  token_hash bytea not null unique,
  -- wards of whoever made it, which the people it adds will see; empty: all
  locations text[] not null default '{}',
  made_by bigint references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- stored once a minute at most
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (application_id, id)
);
create index on scim_tokens (made_by);
call fence_by_application('scim_tokens');

-- A role that a token may give and take away.
create table scim_token_roles (
  application_id bigint not null,
  token_id bigint not null,
  role_id bigint not null references roles on delete cascade,
  primary key (token_id, role_id),
  foreign key (application_id, token_id) references scim_tokens (application_id, id) on delete cascade
);
create index on scim_token_roles (application_id, token_id);
create index on scim_token_roles (role_id);
call fence_by_application('scim_token_roles');

-- What the identity provider of an application has said of a person there.
create table scim_people (
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  external_id text check (length(external_id) between 1 and 300),
  user_name text check (length(user_name) between 1 and 320),
  given_name text check (length(given_name) between 1 and 200),
  family_name text check (length(family_name) between 1 and 200),
  -- set while the provider has switched the person off: they do not belong to the application
  left_at timestamptz,
  -- as they were then, so that no later change elsewhere is seen here
  left_name text,
  left_email text,
  -- what they get back when they are switched on again
  landing_page text,
  -- empty: all wards
  locations text[] not null default '{}',
  updated_at timestamptz not null,
  primary key (application_id, user_id),
  check (num_nulls(left_at, left_name, left_email) in (0, 3))
);
create index on scim_people (user_id);
create unique index scim_people_external_id on scim_people (application_id, external_id);
call fence_by_application('scim_people');

-- A group, which is a role, that the identity provider has put a person into. A person has one role: that of the group they were
-- put into last.
create table scim_memberships (
  application_id bigint not null,
  user_id bigint not null,
  role_id bigint not null references roles on delete cascade,
  -- grows with each: the order in which they were made
  place bigint generated always as identity,
  primary key (application_id, user_id, role_id),
  foreign key (application_id, user_id) references scim_people (application_id, user_id) on delete cascade
);
create index on scim_memberships (role_id);
call fence_by_application('scim_memberships');

-- The name that the identity provider has for a group.
create table scim_groups (
  application_id bigint not null references applications on delete cascade,
  role_id bigint not null references roles on delete cascade,
  external_id text not null check (length(external_id) between 1 and 300),
  primary key (application_id, role_id),
  unique (application_id, external_id)
);
create index on scim_groups (role_id);
call fence_by_application('scim_groups');

-- Whoever is added where nobody has single sign-on chooses a password by a link.
alter table account_emails
  drop constraint account_emails_kind_check,
  add constraint account_emails_kind_check check (kind in (
    'password_reset', 'registered', 'already_registered', 'password_changed', 'confirm_registration', 'registration_waiting',
    'registration_granted', 'registration_refused', 'account_invitation', 'emergency_sign_in', 'two_step_reset',
    'account_made'));
