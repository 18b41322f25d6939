-- Open cases are a small part of all cases, and the list that is looked at all day.
create index cases_open on cases (application_id, created_at desc, id desc) where state <> 'closed';

-- "Was I told of this case?", for people who see only some wards.
create index inbox_of_case on inbox_items (case_id, user_id) where case_id is not null;

-- Tags are few; deleting a department must not read all answers.
create index feedback_of_department on feedback (application_id, department_id) where department_id is not null;

-- Who is told is asked with each escalating answer, and when a survey goes.
create index department_escalations_of_survey on department_escalations (application_id, survey_id);
