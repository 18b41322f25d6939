-- As before, also on PostgreSQL 15 and 16, which have no right to maintain a table.
create or replace procedure grant_to_program(program name)
  language plpgsql
  as $$
declare
  schema_name text;
  table_name text;
  -- To update the statistics of a table that has just become large. Before PostgreSQL 17 nobody but the owner may.
  maintain text := case when current_setting('server_version_num')::int >= 170000 then ', maintain' else '' end;
begin
  -- Two processes may start at once, and two grants on one table at once fail.
  perform pg_advisory_xact_lock(hashtextextended('grant-to-program', 0));
  foreach schema_name in array array[current_schema()::text, 'graphile_worker'] loop
    execute format('grant usage on schema %I to %I', schema_name, program);
    execute format('grant select, insert, update, delete%s on all tables in schema %I to %I', maintain, schema_name, program);
    execute format('grant usage, select on all sequences in schema %I to %I', schema_name, program);
    execute format('grant execute on all functions in schema %I to %I', schema_name, program);
  end loop;
  execute format('grant usage on schema report to %I', program);
  execute format('grant select on all tables in schema report to %I', program);
  for table_name in
    select 'audit_verifications'
    union select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'append_only' and c.relnamespace = current_schema()::text::regnamespace
  loop
    execute format('revoke update, delete%s on %I from %I', maintain, table_name, program);
  end loop;
  execute format('revoke insert on audit_cuts from %I', program);
  foreach table_name in array array['kysely_migration', 'kysely_migration_lock', 'graphile_worker.migrations'] loop
    execute format('revoke insert, update, delete%s on %s from %I', maintain, table_name::regclass, program);
  end loop;
  -- The queue of jobs hides its rows from everybody but the owner of its tables.
  for table_name in
    select c.oid::regclass::text from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polroles @> array[(select oid from pg_roles where rolname = program)])
  loop
    execute format('create policy %I on %s to %I using (true) with check (true)', program, table_name, program);
  end loop;
end $$;
