-- Every table with application_id has row-level security. A transaction says whose rows it may see with
--   set_config('wardvoice.application_id', '12', true)   one application, or
--   set_config('wardvoice.all_applications', 'on', true)  the system itself: intake, worker, superuser screens.
-- A transaction that says nothing sees nothing.

create function current_application_id() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('wardvoice.application_id', true), '')::bigint $$;

create function sees_all_applications() returns boolean
  language sql stable parallel safe
  as $$ select coalesce(current_setting('wardvoice.all_applications', true), '') = 'on' $$;

create procedure fence_by_application(table_name text)
  language plpgsql
  as $$
begin
  execute format('alter table %I enable row level security', table_name);
  -- force: the policies also apply to the owner of the tables
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy own_application on %I using ((select sees_all_applications()) or application_id = (select current_application_id()))',
    table_name);
end $$;

create table applications (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  logo text,
  -- messages older than this are left out of the menus' lists
  messages_after date,
  time_zone text not null default 'UTC',
  country text not null default 'GB' check (country ~ '^[A-Z]{2}$'),
  language text not null default 'en',
  access_key text not null unique check (access_key ~ '^[0-9a-f]{8}$'),
  access_secret_hash text not null,
  sender_name text,
  sender_email text,
  -- in years; younger patients are not written to
  minimum_age integer not null default 18 check (minimum_age between 0 and 120),
  survey_interval_days integer not null default 30 check (survey_interval_days between 0 and 3650),
  quiet_from time not null default '21:00',
  quiet_to time not null default '08:00',
  case_escalation_minutes integer not null default 30 check (case_escalation_minutes between 1 and 10080),
  invitation_valid_days integer not null default 42 check (invitation_valid_days between 1 and 365),
  -- false: message types other than ADT are answered AR 200 or 201
  accept_other_types boolean not null default true,
  -- true: a message without MSH-10 is accepted and identified by its bytes
  accept_missing_control_id boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table applications enable row level security;
alter table applications force row level security;
create policy own_application on applications
  using ((select sees_all_applications()) or id = (select current_application_id()));

-- The application of each MSH-4 (or MSH-3, where a sender leaves MSH-4 empty).
create table application_facilities (
  facility text primary key check (length(facility) between 1 and 200),
  application_id bigint not null references applications on delete cascade
);
create index on application_facilities (application_id);
call fence_by_application('application_facilities');

create table users (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) <= 320),
  password_hash text not null,
  -- 1 = superuser
  super_user smallint not null default 0 check (super_user in (0, 1)),
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table permissions (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9_-]+(\.[a-z0-9_-]+)?$' and name <> 'superuser')
);

create table user_permissions (
  user_id bigint not null references users on delete cascade,
  permission_id bigint not null references permissions on delete cascade,
  primary key (user_id, permission_id)
);

create table application_users (
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  landing_page text,
  -- wards (PV1-3.1) the user may see; empty = all
  locations text[] not null default '{}',
  primary key (application_id, user_id)
);
create index on application_users (user_id);
call fence_by_application('application_users');

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the opaque token, which is stored nowhere
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  application_id bigint references applications on delete set null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index on sessions (user_id);
create index on sessions (expires_at);

-- One row per running process with the worker role; lets another process free the jobs of a dead one.
create table worker_processes (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
