-- A permission is held in one application: who administers one hospital is nobody in another. Roles are named sets of
-- permissions, built in or an application's own.
select set_config('wardvoice.all_applications', 'on', true);

create table roles (
  id bigint generated always as identity primary key,
  -- null: built in, and the same in every application
  application_id bigint references applications on delete cascade,
  -- the name by which the program knows a role that is built in
  built_in text unique,
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  version integer not null default 1,
  check (num_nonnulls(application_id, built_in) = 1)
);
create unique index roles_of_application on roles (application_id, lower(name));
create trigger count_version before update on roles for each row execute function count_version();
call fence_by_application('roles');
-- Every application reads the roles that are built in.
create policy built_in on roles for select using (application_id is null and (select current_application_id()) is not null);

create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  permission_id bigint not null references permissions on delete cascade,
  primary key (role_id, permission_id)
);
create index on role_permissions (permission_id);
alter table role_permissions enable row level security;
alter table role_permissions force row level security;
create policy own_application on role_permissions using (
  (select sees_all_applications())
  or exists (select from roles r where r.id = role_id and r.application_id = (select current_application_id())));
create policy of_visible_role on role_permissions for select using (exists (select from roles r where r.id = role_id));

alter table application_users add column role_id bigint references roles;
create index on application_users (role_id) where role_id is not null;
alter table account_invitations add column role_id bigint references roles on delete set null;
create index on account_invitations (role_id) where role_id is not null;

alter table user_permissions
  drop constraint user_permissions_pkey,
  -- null: in every application that the person belongs to, as only superusers grant it
  add column application_id bigint,
  add foreign key (application_id, user_id) references application_users (application_id, user_id) on delete cascade;

-- Everybody keeps what they may do. Who belongs to no application has their permissions where they will be placed.
insert into user_permissions (user_id, permission_id, application_id)
select held.user_id, held.permission_id, seat.application_id
from user_permissions held
join application_users seat on seat.user_id = held.user_id;
delete from user_permissions held
where held.application_id is null and exists (select from application_users seat where seat.user_id = held.user_id);

alter table user_permissions add constraint user_permissions_once unique nulls not distinct (user_id, application_id, permission_id);
create index on user_permissions (application_id, user_id) where application_id is not null;
create index on user_permissions (permission_id);
call fence_by_application('user_permissions');
create policy everywhere on user_permissions for select
  using (application_id is null and (select current_application_id()) is not null);

-- What somebody may do in an application: by itself, in every application, or by their role. Rows without an application
-- are what they may do while they have chosen none.
create view held_permissions with (security_invoker = true) as
select user_id, application_id, permission_id from user_permissions
union
select seat.user_id, seat.application_id, held.permission_id
from application_users seat
join user_permissions held on held.user_id = seat.user_id and held.application_id is null
union
select seat.user_id, seat.application_id, held.permission_id
from application_users seat
join role_permissions held on held.role_id = seat.role_id;
