select set_config('wardvoice.all_applications', 'on', true);

alter table visits
  -- with prior_location, where a cancelled transfer (A12) moves the patient back to
  add column prior_room text,
  add column prior_bed text,
  -- the patient's number (CX.1) in the last message about the visit: when numbers are separated (A37, A43), the visit
  -- goes with it
  add column patient_number text;

update visits v set patient_number = m.patient_identifier
from hl7_messages m
where m.id = v.last_message_id and m.patient_identifier is not null;

-- Two patients who swapped beds (A17) had the same last message, so that the census showed only one of them.
update visits v set last_message_id = own.id
from (
  select v.id as visit_id, max(n.id) as id
  from hl7_messages m
  join visits v on v.last_message_id = m.id
  join hl7_messages n on n.visit_id = v.id and n.application_id = v.application_id
  where m.event = 'A17' and m.visit_id <> v.id
  group by v.id) own
where v.id = own.visit_id;
