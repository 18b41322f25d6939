create table triggers (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  trigger text not null check (trigger in ('hl7_message_processed', 'survey_response_escalated')),
  action text not null check (action in ('send_sms', 'send_email', 'send_survey_request', 'api_push')),
  config jsonb not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (application_id, id)
);
call fence_by_application('triggers');

-- Opt-outs. They survive imports, HL7 updates and merges, because they belong to an address.
create table opt_outs (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  -- E.164, or the e-mail address in lower case
  address text not null,
  -- "unsubscribe", "stop", "staff"
  source text not null,
  created_at timestamptz not null default now(),
  unique (application_id, channel, address)
);
call fence_by_application('opt_outs');

-- A survey offered to one person. The token is derived from public_id and the secret key; only its hash is stored.
create table invitations (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  public_id uuid not null unique default gen_random_uuid(),
  token_hash bytea not null unique,
  survey_id bigint not null,
  trigger_id bigint,
  patient_id bigint,
  visit_id bigint,
  message_id bigint references hl7_messages on delete set null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  answered_at timestamptz,
  withdrawn_at timestamptz,
  -- answers saved before the survey was submitted: [{question_id, option_id, option_ids, text}]
  draft jsonb,
  foreign key (application_id, survey_id) references surveys (application_id, id),
  foreign key (application_id, trigger_id) references triggers (application_id, id) on delete set null (trigger_id),
  foreign key (patient_id) references patients,
  foreign key (visit_id) references visits
);
create index on invitations (application_id, visit_id) where visit_id is not null;
create index on invitations (application_id, patient_id) where patient_id is not null;
create index on invitations (message_id) where message_id is not null;
create index on invitations (application_id, created_at);
call fence_by_application('invitations');

-- One e-mail, SMS or API push, sent or not.
create table deliveries (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  purpose text not null check (purpose in ('survey', 'message', 'case_notice', 'push')),
  channel text not null check (channel in ('email', 'sms', 'push')),
  -- used when there is no address for `channel`
  fallback_channel text check (fallback_channel in ('email', 'sms')),
  state text not null check (state in ('scheduled', 'suppressed', 'sending', 'sent', 'delivered', 'failed', 'answered')),
  -- why the gate refused; set exactly when suppressed
  reason text,
  -- identifies the cause uniquely ("trigger:3:message:77"): a second delivery with the same cause is not stored
  cause text not null,
  send_at timestamptz not null,
  -- set when the gate has chosen an address
  recipient text,
  subject text,
  -- placeholders filled in, except {{link}}
  text text not null,
  endpoint text,
  payload jsonb,
  trigger_id bigint,
  invitation_id bigint,
  message_id bigint references hl7_messages on delete set null,
  patient_id bigint,
  visit_id bigint,
  case_id bigint,
  user_id bigint references users on delete set null,
  -- by which the receiver recognises a repeated delivery
  idempotency_key uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  last_error text,
  gateway text,
  gateway_message_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  unique (application_id, cause),
  check ((state = 'suppressed') = (reason is not null)),
  foreign key (application_id, trigger_id) references triggers (application_id, id) on delete set null (trigger_id),
  foreign key (invitation_id) references invitations,
  foreign key (patient_id) references patients,
  foreign key (visit_id) references visits
);
create index deliveries_list on deliveries (application_id, created_at desc, id desc);
create index deliveries_by_state on deliveries (application_id, state, created_at desc, id desc);
create index deliveries_by_channel on deliveries (application_id, channel, created_at desc, id desc);
create index deliveries_by_reason on deliveries (application_id, reason, created_at desc, id desc) where reason is not null;
create index deliveries_by_send_at on deliveries (application_id, send_at desc, id desc);
create index deliveries_of_visit on deliveries (application_id, visit_id) where visit_id is not null;
create index deliveries_of_message on deliveries (message_id) where message_id is not null;
create index deliveries_of_invitation on deliveries (application_id, invitation_id) where invitation_id is not null;
create index deliveries_of_patient on deliveries (application_id, patient_id, state) where patient_id is not null;
-- For finding recent deliveries by address.
create index deliveries_asked on deliveries (application_id, recipient, sent_at)
  where purpose = 'survey' and state in ('sending', 'sent', 'delivered', 'answered');
call fence_by_application('deliveries');

create table feedback (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  -- an invitation has at most one submitted answer, even with several requests at once
  invitation_id bigint not null unique,
  department_id bigint,
  language text not null,
  -- mean of the option values, 0 to 100; null when no answer had one
  score numeric(5, 2),
  submitted_at timestamptz not null,
  unique (application_id, id),
  foreign key (application_id, survey_id) references surveys (application_id, id),
  foreign key (invitation_id) references invitations,
  foreign key (application_id, department_id) references departments (application_id, id) on delete set null (department_id)
);
create index on feedback (application_id, submitted_at);
call fence_by_application('feedback');

-- Question and option texts are stored as they were shown, so later edits never change an answer.
create table feedback_answers (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  feedback_id bigint not null,
  question_id bigint not null,
  option_id bigint,
  category_title text,
  question_title text not null,
  option_title text,
  value integer,
  text text,
  escalate boolean not null default false,
  foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade
);
create index on feedback_answers (application_id, feedback_id);
create index feedback_comments on feedback_answers (application_id, id desc) where text is not null;
call fence_by_application('feedback_answers');

create table cases (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  feedback_id bigint not null,
  survey_id bigint not null,
  department_id bigint,
  state text not null default 'new' check (state in ('new', 'claimed', 'contacted', 'closed', 'reopened')),
  -- the question and answer that opened it
  question text not null,
  answer text not null,
  visit_id bigint,
  location text,
  -- the escalation level notified last; 0 when none is set for this department and survey
  level integer not null default 0,
  next_level_at timestamptz,
  claimed_by_id bigint references users on delete set null,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (application_id, id),
  -- one case per answer and department, however often the job runs
  unique nulls not distinct (feedback_id, department_id),
  foreign key (application_id, feedback_id) references feedback (application_id, id),
  foreign key (application_id, department_id) references departments (application_id, id)
);
create index cases_list on cases (application_id, created_at desc, id desc);
create index cases_by_state on cases (application_id, state, created_at desc, id desc);
create index cases_claimed on cases (application_id, claimed_by_id, created_at desc) where claimed_by_id is not null;
create index cases_of_department on cases (application_id, department_id, created_at desc);
create index cases_of_visit on cases (application_id, visit_id) where visit_id is not null;
call fence_by_application('cases');

alter table deliveries add foreign key (application_id, case_id) references cases (application_id, id);

create table case_steps (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  case_id bigint not null,
  action text not null,
  user_id bigint references users on delete set null,
  note text,
  at timestamptz not null,
  foreign key (application_id, case_id) references cases (application_id, id) on delete cascade
);
create index on case_steps (application_id, case_id, id);
call fence_by_application('case_steps');

create table inbox_items (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('case_opened', 'case_escalated', 'case_notify')),
  case_id bigint,
  feedback_id bigint not null,
  department_id bigint,
  question text not null,
  answer text not null,
  location text,
  level integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  unique nulls not distinct (user_id, kind, feedback_id, department_id, level),
  foreign key (application_id, case_id) references cases (application_id, id) on delete cascade,
  foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade
);
create index inbox_of_user on inbox_items (application_id, user_id, created_at desc, id desc);
create index inbox_unread on inbox_items (application_id, user_id) where read_at is null;
call fence_by_application('inbox_items');
