-- Who needs two-step sign-in before they can do anything in an application.
alter table applications
  add column two_step_required text not null default 'nobody'
    check (two_step_required in ('nobody', 'administrators', 'everybody'));

alter table roles
  -- everybody with this role needs two-step sign-in, whatever the application asks of others
  add column two_step_required boolean not null default false,
  -- a role that is built in is the same in every application, so none of them can ask for more
  add constraint built_in_asks_for_nothing check (built_in is null or not two_step_required);

-- Whether an application asks the person for two-step sign-in. Any of theirs counts, because their account reaches into all: a
-- superuser's into every one. It is a function because its plan is kept, and every call of the API asks it.
create function requires_two_step(person bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from users u
    join applications a on true
    left join application_users seat on seat.application_id = a.id and seat.user_id = u.id
    left join roles r on r.id = seat.role_id
    where u.id = person and (u.super_user = 1 or seat.user_id is not null)
      and (
        a.two_step_required = 'everybody'
        or r.two_step_required
        or a.two_step_required = 'administrators' and (
          u.super_user = 1
          or exists (
            select from held_permissions held join permissions p on p.id = held.permission_id
            where held.user_id = u.id and held.application_id = a.id and p.name = 'admin'))));
end $$;
