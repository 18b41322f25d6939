-- Pathways ask the same person several times: after the operation, six weeks later, six months later (docs/decisions/0099).
select set_config('wardvoice.all_applications', 'on', true);

create table pathways (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 120),
  -- while it is off nobody is asked; a window that ends meanwhile is missed
  active boolean not null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (application_id, id)
);
create unique index pathways_by_title on pathways (application_id, lower(title));
create trigger count_version before update on pathways for each row execute function count_version();
call fence_by_application('pathways');

create table pathway_steps (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  pathway_id bigint not null,
  title text not null check (length(title) between 1 and 80),
  survey_id bigint not null,
  -- days from the beginning, at which the person is asked, and days after that during which it can be asked and answered
  after_days integer not null check (after_days between 0 and 3650),
  window_days integer not null check (window_days between 1 and 180),
  channel text not null check (channel in ('email', 'sms', 'email_or_sms', 'sms_or_email')),
  reminders integer not null check (reminders between 0 and 2),
  reminder_days integer not null check (reminder_days between 1 and 60),
  subject text check (length(subject) between 1 and 200),
  text text check (length(text) between 1 and 2000),
  -- {"day": 42, "is": "answered"}: what the step of that day must have come to; null: the step has no condition
  only_if jsonb check (jsonb_typeof(only_if) = 'object'),
  unique (application_id, id),
  foreign key (application_id, pathway_id) references pathways (application_id, id) on delete cascade,
  foreign key (application_id, survey_id) references surveys (application_id, id)
);
create index on pathway_steps (application_id, pathway_id, after_days);
create index on pathway_steps (application_id, survey_id);
call fence_by_application('pathway_steps');

create table pathway_enrolments (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  pathway_id bigint not null,
  -- as it was when the person was enrolled; a merged record stands for the one that lives on
  patient_id bigint not null references patients,
  visit_id bigint references visits on delete set null,
  -- the message and the rule that began it; null where a person did
  message_id bigint references hl7_messages on delete set null,
  trigger_id bigint,
  user_id bigint references users on delete set null,
  created_at timestamptz not null,
  -- the days of the steps count from here
  started_at timestamptz not null,
  state text not null check (state in ('active', 'completed', 'ended')),
  -- the day of the last step that was decided; -1: none was
  last_day integer not null default -1,
  next_due_at timestamptz,
  -- why the step that is due was not asked at its time
  put_off text,
  end_reason text,
  end_note text check (length(end_note) between 1 and 500),
  ended_at timestamptz,
  unique (application_id, id),
  check ((state = 'active') = (next_due_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  foreign key (application_id, pathway_id) references pathways (application_id, id),
  foreign key (application_id, trigger_id) references triggers (application_id, id) on delete set null (trigger_id)
);
-- One person is in a pathway once at a time, however many messages begin it at once.
create unique index pathway_enrolments_active on pathway_enrolments (pathway_id, patient_id) where state = 'active';
create index pathway_enrolments_due on pathway_enrolments (pathway_id, next_due_at) where state = 'active';
create index on pathway_enrolments (application_id, patient_id);
create index on pathway_enrolments (application_id, pathway_id, started_at, id);
create index on pathway_enrolments (application_id, started_at, id);
create index on pathway_enrolments (application_id, next_due_at, id);
create index on pathway_enrolments (visit_id) where visit_id is not null;
create index on pathway_enrolments (message_id) where message_id is not null;
create index on pathway_enrolments (application_id, trigger_id) where trigger_id is not null;
create index on pathway_enrolments (user_id) where user_id is not null;
call fence_by_application('pathway_enrolments');
call fence_by_wards('pathway_enrolments', 'patient_id in (select records_of_wards())');

alter table triggers drop constraint triggers_action_check;
alter table triggers add constraint triggers_action_check
  check (action in ('send_sms', 'send_email', 'send_survey_request', 'begin_pathway', 'api_push'));

-- What was decided about a step of one person. Each step is decided once.
create table pathway_occasions (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  enrolment_id bigint not null,
  step_id bigint,
  survey_id bigint not null,
  -- as they were then
  title text not null,
  day integer not null,
  due_at timestamptz not null,
  closes_at timestamptz not null,
  decided_at timestamptz not null,
  state text not null check (state in ('asked', 'skipped', 'missed')),
  reason text,
  unique (application_id, id),
  check ((state = 'asked') = (reason is null)),
  foreign key (application_id, enrolment_id) references pathway_enrolments (application_id, id) on delete cascade,
  foreign key (application_id, step_id) references pathway_steps (application_id, id) on delete set null (step_id),
  foreign key (application_id, survey_id) references surveys (application_id, id)
);
create unique index pathway_occasions_once on pathway_occasions (enrolment_id, day);
create index on pathway_occasions (application_id, step_id) where step_id is not null;
create index on pathway_occasions (application_id, survey_id);
call fence_by_application('pathway_occasions');
call fence_by_wards('pathway_occasions',
  'exists (select from pathway_enrolments e where e.application_id = pathway_occasions.application_id and e.id = enrolment_id)');

-- A visit has one open and one answered offer of a survey for each occasion on which it is asked.
alter table invitations
  add column enrolment_id bigint,
  add column occasion_id bigint,
  add check ((enrolment_id is null) = (occasion_id is null)),
  add foreign key (application_id, enrolment_id) references pathway_enrolments (application_id, id),
  add foreign key (application_id, occasion_id) references pathway_occasions (application_id, id);
alter table invitations drop constraint invitations_way_check;
alter table invitations add constraint invitations_way_check
  check (way in ('trigger', 'broadcast', 'hand', 'bedside', 'list', 'kiosk', 'case', 'pathway'));
create unique index invitations_of_occasion on invitations (occasion_id) where occasion_id is not null;
create index invitations_of_enrolment on invitations (application_id, enrolment_id) where enrolment_id is not null;
drop index invitations_one_open;
create unique index invitations_one_open on invitations (visit_id, survey_id, occasion_id) nulls not distinct
  where visit_id is not null and case_id is null and answered_at is null and withdrawn_at is null;
drop index invitations_one_answered;
create unique index invitations_one_answered on invitations (visit_id, survey_id, occasion_id) nulls not distinct
  where visit_id is not null and case_id is null and answered_at is not null and not repeated;

alter table deliveries
  add column enrolment_id bigint,
  add foreign key (application_id, enrolment_id) references pathway_enrolments (application_id, id);
create index deliveries_of_enrolment on deliveries (application_id, enrolment_id) where enrolment_id is not null;

create or replace function join_invitations() returns trigger language plpgsql as $$
begin
  if new.answered_at is not null then
    new.repeated := exists (
      select from invitations other
      where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
        and other.occasion_id is not distinct from new.occasion_id
        and other.case_id is null and other.answered_at is not null and not other.repeated);
    update invitations other set withdrawn_at = now()
    where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
      and other.occasion_id is not distinct from new.occasion_id
      and other.case_id is null and other.answered_at is null and other.withdrawn_at is null;
  elsif new.withdrawn_at is null and exists (
    select from invitations other
    where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
      and other.occasion_id is not distinct from new.occasion_id
      and other.case_id is null and (other.answered_at is not null or other.withdrawn_at is null)) then
    new.withdrawn_at := now();
  end if;
  return new;
end $$;
