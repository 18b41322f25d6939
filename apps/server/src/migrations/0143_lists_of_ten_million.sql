-- What lists of a large hospital need, as measured by bench/src/search.bench.ts.

-- The settings were read for each visit of the hospital, and no index by ward could be used. In a subquery they are read once.
-- "rows 1" is not what they return: it is what the planner adds to each lookup of a patient, although it happens once and for some users
-- only. With more it read all patients where it should have looked up a few.
create or replace function patients_of_wards() returns setof bigint
  language sql stable parallel safe cost 1 rows 1
  as $$
    select v.patient_id from visits v
    where v.application_id = (select current_application_id()) and v.location = any ((select current_wards())::text[]);
  $$;

create or replace function records_of_wards() returns setof bigint
  language sql stable parallel safe cost 1 rows 1
  as $$
    select patients_of_wards()
    union all
    select gone.id from patients gone
    where gone.application_id = (select current_application_id()) and gone.merged_into_id is not null;
  $$;

-- In the order of names, too: an index for patterns has another order.
create index patients_by_name on patients (application_id, family_name_lower collate "C", id);
drop index patients_family_name;
create index patients_in_doubt on patients (application_id, family_name_lower collate "C", id) where identity_in_doubt;

-- Messages of many patients are put into order without reading them.
create index hl7_messages_by_patient on hl7_messages (application_id, patient_id, id) include (event_at, location)
  where patient_id is not null;
drop index hl7_messages_of_patient;

-- E-mails, too, and what was not sent.
create index deliveries_to on deliveries (recipient, application_id) where recipient is not null;
drop index deliveries_sms_to;

create index feedback_answers_in_words on feedback_answers (application_id, feedback_id) where text is not null;

create index audit_refused on audit_entries (application_id, at desc, id desc) where refused;
