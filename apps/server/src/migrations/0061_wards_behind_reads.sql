-- A call that only reads, by a user of some wards, says so (platform/db/database.ts). From then on PostgreSQL itself
-- hides all rows of other wards from this transaction, even where a query forgot its condition (docs/decisions/0038).

create function sees_every_ward() returns boolean
  language sql stable parallel safe
  as $$ select coalesce(current_setting('wardvoice.wards', true), '') in ('', '{}') $$;

create function current_wards() returns text[]
  language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('wardvoice.wards', true), ''), '{}')::text[] $$;

-- These functions return sets, so that a statement evaluates them once and hashes the result, however many rows it
-- checks. They are evaluated only for users of some wards.
create function patients_of_wards() returns setof bigint
  language sql stable parallel safe cost 1
  as $$
    select v.patient_id from visits v
    where v.application_id = current_application_id() and v.location = any (current_wards());
  $$;

-- Adds the records that were merged into one of these patients. The policy of patients lets no others through.
create function records_of_wards() returns setof bigint
  language sql stable parallel safe cost 1
  as $$
    select patients_of_wards()
    union all
    select gone.id from patients gone
    where gone.application_id = current_application_id() and gone.merged_into_id is not null;
  $$;

-- The condition is written as "is not null" for the planner, which then expects nearly all rows to pass, as they do for
-- everybody who sees every ward. With a plain OR it would expect half of the rows of each table.
create procedure fence_by_wards(table_name text, condition text)
  language plpgsql
  as $$
begin
  execute format(
    'create policy own_wards on %I as restrictive for select using (nullif((select sees_every_ward()) or %s, false) is not null)',
    table_name, condition);
end $$;

call fence_by_wards('hl7_messages', 'location = any ((select current_wards())::text[])');
call fence_by_wards('visits', 'location = any ((select current_wards())::text[])');
call fence_by_wards('feedback', 'location = any ((select current_wards())::text[])');
call fence_by_wards('cases', 'location = any ((select current_wards())::text[])');
-- Deliveries to relatives, staff and contacts from a file belong to no ward.
call fence_by_wards('deliveries', 'location = any ((select current_wards())::text[]) or location is null and patient_id is null');
call fence_by_wards('patients', 'coalesce(merged_into_id, id) in (select patients_of_wards())');
call fence_by_wards('contacts', 'patient_id is null or patient_id in (select records_of_wards())');
-- Patients' numbers have no policy: a contact is hidden when another patient has the same number, so these rows must be
-- visible.
