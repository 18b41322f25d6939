-- Open cases are few among all cases, and their list is used all day.
create index cases_open on cases (application_id, created_at desc, id desc) where state <> 'closed';

-- For users who see only some wards: whether they were notified of a case.
create index inbox_of_case on inbox_items (case_id, user_id) where case_id is not null;

-- Few answers have a department; deleting one must not read all answers.
create index feedback_of_department on feedback (application_id, department_id) where department_id is not null;

-- Escalations are looked up for each answer that escalates, and when a survey is deleted.
create index department_escalations_of_survey on department_escalations (application_id, survey_id);
