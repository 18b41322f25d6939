select set_config('wardvoice.all_applications', 'on', true);

-- The patient that a contact made by a list stands for. The number alone does not identify the patient: two authorities
-- may use the same one.
alter table contacts add column patient_id bigint references patients on delete set null;
create index contacts_patient on contacts (application_id, patient_id) where patient_id is not null;

update contacts c set patient_id = n.patient_id
from (
  select application_id, identifier, min(patient_id) as patient_id from patient_identifiers
  group by 1, 2 having min(patient_id) = max(patient_id)) n
where c.follows_patient and c.application_id = n.application_id and c.external_id = n.identifier;

-- Where two patients have the contact's number, the list may have combined the phone of one with the name of the other,
-- so nothing is sent to it. The next refresh makes a contact for each of them.
update contacts c set email = null, phone = null, follows_patient = false
where c.follows_patient and c.patient_id is null and exists (
  select from patient_identifiers n where n.application_id = c.application_id and n.identifier = c.external_id);
