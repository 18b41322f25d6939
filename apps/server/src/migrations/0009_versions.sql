-- When two people have the same record open, each save names the version it began with, and the second is refused. A
-- trigger raises the version, so no statement can forget it.
create function count_version() returns trigger
  language plpgsql
  as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'applications', 'users', 'application_users', 'permissions', 'departments', 'categories', 'department_escalations', 'triggers',
    'surveys', 'questions', 'options', 'contacts', 'mailing_lists'
  ] loop
    execute format('alter table %I add column version integer not null default 1', name);
    execute format('create trigger count_version before update on %I for each row execute function count_version()', name);
  end loop;
end $$;
