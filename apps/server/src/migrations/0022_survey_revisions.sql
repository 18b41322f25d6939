-- Row-level security applies to the owner too: without this the updates would see no survey.
select set_config('wardvoice.all_applications', 'on', true);

alter table surveys
  -- besides its default language; each may still lack some texts
  add column languages text[] not null default '{}',
  -- raised with each change that patients would notice: texts, questions, options, their order
  add column revision integer not null default 1;
update surveys set languages = array(select jsonb_object_keys(translations) order by 1);

-- A new revision because of a question must not raise the version of the survey's own record.
drop trigger count_version on surveys;
create trigger count_version before update of title, introduction, thank_you, default_language, languages, active, translations
  on surveys for each row execute function count_version();

-- A survey as it was before a change. A page that was open meanwhile names its revision, and its answers are stored in
-- that wording.
create table survey_revisions (
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  revision integer not null,
  -- questions with their options, in all languages; categories are looked up when it is used
  content jsonb not null,
  -- when it was replaced by the next revision
  replaced_at timestamptz not null,
  primary key (survey_id, revision),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade
);
create index on survey_revisions (application_id, survey_id);
call fence_by_application('survey_revisions');

-- The revision that the saved answers are for.
alter table invitations add column draft_revision integer;
create index invitations_of_survey on invitations (application_id, survey_id, created_at);
create index questions_by_condition on questions (application_id, condition_question_id) where condition_question_id is not null;
