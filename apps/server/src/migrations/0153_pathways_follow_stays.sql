-- The hospital may move a stay to another patient, or take back that two people were one. The place in a pathway that began with the stay
-- belongs to whoever the stay is of; until now it stayed with the patient of its beginning.
select set_config('wardvoice.all_applications', 'on', true);

-- the visit that it began with was merged into another
update pathway_enrolments e set visit_id = m.visit_id from hl7_messages m
where m.application_id = e.application_id and m.id = e.message_id and e.visit_id is null and m.visit_id is not null;

-- nobody is in a pathway twice: the earliest place goes on
update pathway_enrolments e set
  state = 'ended', end_reason = 'merged', next_due_at = null, put_off = null, ended_at = now()
from (
  select id, row_number() over whose as number, bool_or(is_moved) over (partition by pathway_id, person_id) as is_joined
  from (
    select e.id, e.pathway_id, e.started_at, coalesce(v.patient_id, p.merged_into_id, p.id) as person_id,
      coalesce(v.patient_id <> coalesce(p.merged_into_id, p.id), false) as is_moved
    from pathway_enrolments e
    join patients p on p.id = e.patient_id
    left join visits v on v.id = e.visit_id
    where e.state = 'active') place
  window whose as (partition by pathway_id, person_id order by started_at, id)) place
where e.id = place.id and place.is_joined and place.number > 1;

update pathway_enrolments e set patient_id = v.patient_id
from visits v, patients p
where v.application_id = e.application_id and v.id = e.visit_id and p.id = e.patient_id
  and v.patient_id <> coalesce(p.merged_into_id, p.id);
