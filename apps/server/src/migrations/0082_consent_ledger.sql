-- What people agreed to and refused: when, by which way, and in which words (docs/decisions/0049). Entries are appended by
-- the statements that change opt-outs. They replace opt_out_changes, which knew no words.
select set_config('wardvoice.all_applications', 'on', true);

-- The words of our pages, each text once.
create table consent_wordings (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  language text not null,
  -- SHA-256 of the text
  hash bytea not null check (octet_length(hash) = 32),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now(),
  unique (application_id, language, hash)
);
call fence_by_application('consent_wordings');

create table consent_events (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  at timestamptz not null default now(),
  -- all: every message over this channel
  purpose text not null check (purpose in ('all', 'care', 'surveys', 'broadcasts')),
  channel text not null check (channel in ('email', 'sms')),
  -- E.164, or the e-mail address in lower case; null: erased
  address text,
  -- address_hash() of an address that was erased
  address_hash bytea,
  change text not null check (change in ('opted_out', 'resumed', 'agreed', 'withdrew')),
  source text not null check (source in (
    'preferences', 'unsubscribe', 'one_click', 'stop', 'staff', 'complaint', 'bounce', 'import',
    'contact_changed', 'contacts_merged', 'contact_import', 'feed')),
  -- whose address it was at that time; null: unknown, or erased
  patient_id bigint references patients on delete set null,
  contact_id bigint references contacts on delete set null,
  -- null: the person, a gateway or the system
  user_id bigint references users on delete set null,
  -- the words of our page that the person answered
  wording_id bigint references consent_wordings,
  -- what the person wrote
  written text check (length(written) <= 4000),
  -- what a colleague noted
  note text check (length(note) <= 500),
  -- the earlier address, from which this was carried over
  carried_from text,
  -- from before this ledger was kept: nobody knows the words
  is_earlier boolean not null default false,
  constraint address_or_hash check ((address is null) = (address_hash is not null))
);

insert into consent_events (application_id, at, purpose, channel, address, change, source, user_id, note, is_earlier)
select application_id, at, 'all', channel, address, case change when 'noted' then 'opted_out' else 'resumed' end, source,
  user_id, left(reason, 500), true
from opt_out_changes order by id;

insert into consent_events (application_id, at, purpose, channel, address, change, source, user_id, is_earlier)
select o.application_id, o.created_at, 'all', o.channel, o.address, 'opted_out', o.source, o.user_id, true
from opt_outs o
where not exists (
  select from opt_out_changes c
  where c.application_id = o.application_id and c.channel = o.channel and c.address = o.address)
order by o.id;

create index consent_events_of_address on consent_events (application_id, channel, address, id);
create index consent_events_carried_from on consent_events (application_id, channel, carried_from)
  where carried_from is not null;
create index consent_events_of_patient on consent_events (patient_id) where patient_id is not null;
create index consent_events_of_contact on consent_events (contact_id) where contact_id is not null;
create index consent_events_list on consent_events (application_id, id desc);
call fence_by_application('consent_events');
call fence_by_wards('consent_events', 'patient_id is null or patient_id in (select records_of_wards())');

drop trigger log_opt_out on opt_outs;
drop function log_opt_out;
drop table opt_out_changes;

-- Entries do not change. What names a person can be taken out of one, when the person is erased or forgotten.
create function refuse_change_of_consent() returns trigger
  language plpgsql
  as $$
declare
  erasable constant text[] := '{address,address_hash,patient_id,contact_id,user_id,written,note,carried_from}';
begin
  -- the application itself is being deleted
  if tg_op = 'DELETE' then
    if not exists (select from applications where id = old.application_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'consent_events' then
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and (new.address_hash is not distinct from old.address_hash or (old.address is not null and new.address is null))
      and not exists (
        select from jsonb_each(to_jsonb(new)) as field
        where field.key = any (erasable) and field.key <> 'address_hash'
          and field.value <> 'null' and field.value <> to_jsonb(old) -> field.key) then
      return new;
    end if;
  end if;
  raise exception 'the ledger of consent cannot be changed' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on consent_events for each row execute function refuse_change_of_consent();
create trigger never_emptied before truncate on consent_events for each statement execute function refuse_change_of_consent();
create trigger append_only before update or delete on consent_wordings for each row execute function refuse_change_of_consent();
create trigger never_emptied before truncate on consent_wordings for each statement execute function refuse_change_of_consent();

-- These two run with the rights of the owner of the tables, because the role of the program may only read and append.
-- They are limited by row-level security to the application of the transaction, as everything is.

-- Takes out who somebody was, and what they or a colleague wrote. What was decided at which address stays.
create function forget_people_of_consent(for_application bigint, patient_ids bigint[], contact_ids bigint[]) returns void
  language sql security definer
  as $$
    update consent_events set patient_id = null, contact_id = null, written = null, note = null
    where application_id = for_application and (patient_id = any (patient_ids) or contact_id = any (contact_ids));
  $$;

-- Replaces addresses by their hashes. `addresses` is an array of objects with channel and address.
create function forget_addresses_of_consent(for_application bigint, addresses jsonb) returns void
  language sql security definer
  as $$
    update consent_events e
    set address = null, address_hash = address_hash(a.address_salt, e.address), carried_from = null, written = null,
      note = null
    from jsonb_to_recordset(addresses) as one (channel text, address text), applications a
    where a.id = for_application and e.application_id = for_application and e.channel = one.channel
      and e.address = lower(one.address);
    update consent_events e set carried_from = null
    from jsonb_to_recordset(addresses) as one (channel text, address text)
    where e.application_id = for_application and e.channel = one.channel and e.carried_from = lower(one.address);
  $$;

do $$ begin
  execute format('alter function forget_people_of_consent set search_path = %I, pg_temp', current_schema());
  execute format('alter function forget_addresses_of_consent set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function forget_people_of_consent from public;
revoke execute on function forget_addresses_of_consent from public;

-- As before, and every table with the trigger append_only is one that the program may only read and append.
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
