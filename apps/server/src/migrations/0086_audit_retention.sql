-- Removes old entries of the audit from the beginning of the chain (docs/decisions/0053). Each removal says, signed, where the chain
-- begins since then, so that verification knows a removal from a loss.
create table audit_cuts (
  id bigint generated always as identity primary key,
  cut_at timestamptz not null,
  -- the last place that was removed, and the hash there
  position bigint not null unique check (position > 0),
  hash bytea not null check (octet_length(hash) = 32),
  -- number of entries removed from the beginning up to here
  entries bigint not null check (entries > 0),
  -- time of the newest entry removed
  removed_until timestamptz not null,
  -- time of the first entry that was signed; null: none of those removed was
  signed_since timestamptz,
  -- HMAC-SHA-256 over all other columns except the id and cut_at
  mac bytea not null check (octet_length(mac) = 32),
  mac_key text not null
);
alter table audit_cuts enable row level security;
alter table audit_cuts force row level security;
create policy system_only on audit_cuts using ((select sees_all_applications()));
create trigger append_only before update or delete on audit_cuts for each row execute function refuse_change_of_audit();
create trigger never_emptied before truncate on audit_cuts for each statement execute function refuse_change_of_audit();

-- Entries do not change, but for their place in the chain; and only entries that are a year old can be removed, by cut_audit.
create or replace function refuse_change_of_audit() returns trigger
  language plpgsql
  as $$
declare
  is_cut constant boolean := coalesce(current_setting('wardvoice.cuts_audit', true), '') = 'on';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - '{position,hash}'::text[] = to_jsonb(old) - '{position,hash}'::text[] then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and is_cut and tg_table_name = 'audit_entries' then
    if old.position is not null and old.at < now() - interval '365 days' then
      return old;
    end if;
  end if;
  -- The foreign key refuses the removal of a patient whose entry stays.
  if tg_op = 'DELETE' and is_cut and tg_table_name = 'audit_patients' then
    if exists (select from audit_entries e where e.id = old.entry_id and e.at < now() - interval '365 days') then
      return old;
    end if;
  end if;
  raise exception 'the audit cannot be changed' using errcode = 'insufficient_privilege';
end $$;

-- Removes every entry up to a place. It runs with the rights of the owner of the tables, because the role of the program may only read
-- and append, and refuses young entries whatever the program says.
create function cut_audit(cut jsonb) returns void
  language plpgsql security definer
  as $$
declare
  up_to constant bigint := (cut ->> 'position')::bigint;
begin
  if not exists (
    select from audit_entries where position = up_to and encode(hash, 'hex') = cut ->> 'hash')
    or not exists (select from audit_entries where position > up_to) then
    raise exception 'the audit does not have this place' using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('wardvoice.cuts_audit', 'on', true);
  delete from audit_patients p using audit_entries e where p.entry_id = e.id and e.position <= up_to;
  delete from audit_entries where position <= up_to;
  perform set_config('wardvoice.cuts_audit', 'off', true);
  insert into audit_cuts (cut_at, position, hash, entries, removed_until, signed_since, mac, mac_key)
  select (cut ->> 'cut_at')::timestamptz, up_to, decode(cut ->> 'hash', 'hex'), (cut ->> 'entries')::bigint,
    (cut ->> 'removed_until')::timestamptz, (cut ->> 'signed_since')::timestamptz,
    decode(cut ->> 'mac', 'hex'), cut ->> 'mac_key';
end $$;
do $$ begin
  execute format('alter function cut_audit set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function cut_audit from public;

-- As before, with the table of cuts among those that the program may read, and no longer append to: only cut_audit does.
create or replace procedure grant_to_program(program name)
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
  for table_name in
    select 'audit_verifications'
    union select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'append_only' and c.relnamespace = current_schema()::text::regnamespace
  loop
    execute format('revoke update, delete, maintain on %I from %I', table_name, program);
  end loop;
  execute format('revoke insert on audit_cuts from %I', program);
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
