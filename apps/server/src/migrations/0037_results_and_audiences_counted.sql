select set_config('wardvoice.all_applications', 'on', true);

-- Results count answers by their wording at the time. Answers with the same wording have the same value here, so a
-- million answers are counted from an index, and each wording is read once.
alter table feedback_answers
  add column wording uuid not null generated always as (md5(
    question_id::text || quote_nullable(question_title) || quote_nullable(question_type) || quote_nullable(category_title)
      || quote_nullable(option_title) || coalesce(value::text, ''))::uuid) stored,
  -- another option of the same question, chosen by the same person, who is counted once
  add column repeats boolean not null default false;
update feedback_answers a set repeats = true
from (
  select id, row_number() over (partition by feedback_id, question_id, question_title order by id) as place
  from feedback_answers where question_type = 'checkbox' or question_type is null) chosen
where chosen.id = a.id and chosen.place > 1;
drop index feedback_answers_application_id_feedback_id_idx;
create index feedback_answers_counted on feedback_answers (application_id, feedback_id) include (id, wording, repeats);

-- The numbers of surveys offered and answered are counted from two indexes.
drop index invitations_of_survey;
create index invitations_of_survey on invitations (application_id, survey_id, created_at) include (id, language, answered_at);
drop index deliveries_of_invitation;
create index deliveries_of_invitation on deliveries (application_id, invitation_id, state) where invitation_id is not null;

-- One index serves the deliveries of a contact and its foreign key, because every delivery of a broadcast is written
-- into each index.
drop index deliveries_contact_id_idx, deliveries_of_contact;
create index deliveries_of_contact on deliveries (contact_id, state) where contact_id is not null;

-- For counting contacts that a broadcast over one channel cannot reach.
create index contacts_without_email on contacts (application_id, id) where email is null;
create index contacts_without_phone on contacts (application_id, id) where phone is null;
