-- What somebody may do in an application; without one (null), in any. It is a function because its plan is kept, and
-- every call of the API asks it.
create function permission_names(person bigint, application bigint) returns text[] language plpgsql stable as $$
begin
  return array(
    select distinct p.name from held_permissions held join permissions p on p.id = held.permission_id
    where held.user_id = person and (application is null or held.application_id = application));
end $$;
