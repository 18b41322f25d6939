-- What each instance has anchored outside of the database, so that a file that is shortened or gone is found
-- (docs/decisions/0040). An instance is the owner of a data folder.
create table audit_anchors (
  instance text not null,
  -- absolute path of the folder on that machine
  folder text not null,
  -- name of the machine, to be shown
  machine text not null,
  -- how many checkpoints were written, and up to which position of the chain
  checkpoints bigint not null check (checkpoints > 0),
  position bigint not null check (position > 0),
  -- number of entries that were in the chain
  entries bigint not null,
  written_at timestamptz not null,
  primary key (instance, folder)
);
alter table audit_anchors enable row level security;
alter table audit_anchors force row level security;
create policy system_only on audit_anchors using ((select sees_all_applications()));

-- What came of verifying the audit: by an instance each night, or by somebody on the screen.
create table audit_verifications (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: on the screen, which compares no files
  instance text,
  machine text,
  checked bigint not null,
  -- entries and checkpoints that do not fit; 0: intact
  problems integer not null check (problems >= 0),
  -- {"entries": [{"position": 8, "entry_id": 80, "problem": "changed"}], "checkpoints": [{"file": "…", "problem": "missing"}]}
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index audit_verifications_latest on audit_verifications (instance, id desc);
alter table audit_verifications enable row level security;
alter table audit_verifications force row level security;
create policy system_only on audit_verifications using ((select sees_all_applications()));

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken'));

-- Gives the role of the program what it needs, and no more: it owns nothing, so it cannot switch off a trigger, empty a table or
-- drop it. The audit it may read and append. The owner calls this after the migrations at each start, so tables of later
-- migrations are included.
create procedure grant_to_program(program name)
  language plpgsql
  as $$
declare
  schema_name text;
  table_name text;
begin
  -- Two processes may start at once, and two grants on one table at once fail.
  perform pg_advisory_xact_lock(hashtextextended('grant-to-program', 0));
  foreach schema_name in array array[current_schema()::text, 'graphile_worker'] loop
    execute format('grant usage on schema %I to %I', schema_name, program);
    -- maintain: to update the statistics of a table that has just become large
    execute format('grant select, insert, update, delete, maintain on all tables in schema %I to %I', schema_name, program);
    execute format('grant usage, select on all sequences in schema %I to %I', schema_name, program);
    execute format('grant execute on all functions in schema %I to %I', schema_name, program);
  end loop;
  foreach table_name in array array['audit_entries', 'audit_patients', 'audit_verifications'] loop
    execute format('revoke update, delete, maintain on %I from %I', table_name, program);
  end loop;
  foreach table_name in array array['kysely_migration', 'kysely_migration_lock', 'graphile_worker.migrations'] loop
    execute format('revoke insert, update, delete, maintain on %s from %I', table_name::regclass, program);
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
