select set_config('wardvoice.all_applications', 'on', true);

-- The ward of the patient when the survey was offered, so that results of a ward are read without its messages.
alter table feedback add column location text;
update feedback f set location = coalesce(m.location, v.location)
from invitations i
left join hl7_messages m on m.id = i.message_id
left join visits v on v.id = i.visit_id
where i.id = f.invitation_id;

-- Stored like the texts: a recommendation from 0 to 10 is counted as one even after its question is deleted.
alter table feedback_answers add column question_type text;
update feedback_answers a set question_type = q.type_of from questions q where q.id = a.question_id;

create index feedback_of_survey on feedback (application_id, survey_id, submitted_at)
  include (id, location, department_id, language, score);
