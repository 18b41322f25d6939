-- Staff who come from a patient's record in another system, to open the survey here (SMART App Launch).
select set_config('wardvoice.all_applications', 'on', true);

create table ehr_launches (
  -- of the secret in the cookie of the browser that was sent to the record system
  browser_hash bytea primary key,
  application_id bigint not null references applications on delete cascade,
  -- number of the record system in the settings
  ehr integer not null check (ehr between 1 and 9),
  state text not null,
  code_verifier text not null,
  expires_at timestamptz not null,
  -- set when the browser has come back
  patient_id bigint references patients on delete cascade,
  failure text check (failure in ('refused', 'unknown', 'several', 'other_person')),
  check (patient_id is null or failure is null)
);
create index on ehr_launches (expires_at);
create index on ehr_launches (application_id);
create index on ehr_launches (patient_id) where patient_id is not null;
call fence_by_application('ehr_launches');
