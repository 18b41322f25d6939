-- A statement that shows a few patients to somebody of some wards read the ids of all patients of these wards first: 0.1 to 0.4 s for
-- three large wards. It may say now that it shows few (platform/db/database.ts), and each of them is looked up by itself. A statement
-- that checks many is still faster with all ids at once (docs/decisions/0115).
create function shows_few_patients() returns boolean
  language sql stable parallel safe
  as $$ select coalesce(current_setting('wardvoice.few_patients', true), '') = 'on' $$;

create function is_patient_of_wards(patient bigint) returns boolean
  language sql stable parallel safe cost 1
  as $$
    select exists (
      select from visits v
      where v.application_id = (select current_application_id()) and v.patient_id = patient
        and v.location = any ((select current_wards())::text[]));
  $$;

-- The policy of patients lets no record through that was merged into a patient of other wards.
create function is_record_of_wards(record bigint) returns boolean
  language sql stable parallel safe cost 1
  as $$
    select is_patient_of_wards(record) or exists (
      select from patients gone
      where gone.application_id = (select current_application_id()) and gone.id = record and gone.merged_into_id is not null);
  $$;

alter policy own_wards on patients using (nullif((select sees_every_ward())
  or (select shows_few_patients()) and is_patient_of_wards(coalesce(merged_into_id, id))
  or not (select shows_few_patients()) and coalesce(merged_into_id, id) in (select patients_of_wards()), false) is not null);

alter policy own_wards on contacts using (nullif((select sees_every_ward()) or patient_id is null
  or (select shows_few_patients()) and is_record_of_wards(patient_id)
  or not (select shows_few_patients()) and patient_id in (select records_of_wards()), false) is not null);

alter policy own_wards on consent_events using (nullif((select sees_every_ward()) or patient_id is null
  or (select shows_few_patients()) and is_record_of_wards(patient_id)
  or not (select shows_few_patients()) and patient_id in (select records_of_wards()), false) is not null);

alter policy own_wards on consents using (nullif((select sees_every_ward()) or patient_id is null
  or (select shows_few_patients()) and is_record_of_wards(patient_id)
  or not (select shows_few_patients()) and patient_id in (select records_of_wards()), false) is not null);

alter policy own_wards on pathway_enrolments using (nullif((select sees_every_ward())
  or (select shows_few_patients()) and is_record_of_wards(patient_id)
  or not (select shows_few_patients()) and patient_id in (select records_of_wards()), false) is not null);
