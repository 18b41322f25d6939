-- Reports that are sent by e-mail as a PDF, each week, month or quarter (docs/decisions/0104).
select set_config('wardvoice.all_applications', 'on', true);

create table report_schedules (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 120),
  rhythm text not null check (rhythm in ('week', 'month', 'quarter')),
  -- null: the survey with most answers
  survey_id bigint,
  -- PV1-3.1; null: what each person sees
  location text check (length(location) between 1 and 100),
  department_id bigint,
  active boolean not null default true,
  -- the day, by the calendar of the application, on which the next report is due
  next_on date not null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (application_id, id),
  foreign key (application_id, survey_id) references surveys (application_id, id),
  foreign key (application_id, department_id) references departments (application_id, id)
);
create index report_schedules_due on report_schedules (next_on) where active;
create index on report_schedules (application_id, survey_id) where survey_id is not null;
create index on report_schedules (application_id, department_id) where department_id is not null;
create trigger count_version before update of title, rhythm, survey_id, location, department_id, active on report_schedules
  for each row execute function count_version();
call fence_by_application('report_schedules');
call fence_by_wards('report_schedules', 'location is null or location = any ((select current_wards())::text[])');

create table report_readers (
  application_id bigint not null,
  schedule_id bigint not null,
  user_id bigint not null references users on delete cascade,
  primary key (schedule_id, user_id),
  foreign key (application_id, schedule_id) references report_schedules (application_id, id) on delete cascade
);
create index on report_readers (application_id, schedule_id);
create index on report_readers (user_id);
call fence_by_application('report_readers');

-- One report to one person. The row is inserted with its job, so that of two processes one sends it.
create table report_sendings (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  schedule_id bigint not null,
  user_id bigint not null references users on delete cascade,
  from_day date not null,
  to_day date not null,
  -- false: somebody asked for it, who may do so again
  is_due boolean not null,
  -- null: it was due, a program asked, or the account was deleted
  asked_by_id bigint references users on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'left_out')),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  attempts integer not null default 0,
  message_id uuid not null default gen_random_uuid(),
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'left_out') = (reason is not null)),
  foreign key (application_id, schedule_id) references report_schedules (application_id, id) on delete cascade
);
create unique index report_sendings_once on report_sendings (schedule_id, user_id, from_day, to_day) where is_due;
create index report_sendings_newest on report_sendings (application_id, schedule_id, id desc);
create index on report_sendings (user_id);
create index on report_sendings (asked_by_id) where asked_by_id is not null;
create index on report_sendings (created_at);
call fence_by_application('report_sendings');
