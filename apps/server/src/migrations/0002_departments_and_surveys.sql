create table departments (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  unique (application_id, id)
);
call fence_by_application('departments');

create table categories (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  department_id bigint,
  -- {"ar": {"title": "…"}}
  translations jsonb not null default '{}',
  unique (application_id, id),
  foreign key (application_id, department_id) references departments (application_id, id)
);
create index on categories (application_id, department_id);
call fence_by_application('categories');

create table surveys (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  introduction text not null default '',
  thank_you text not null default '',
  default_language text not null default 'en',
  active boolean not null default true,
  -- {"ar": {"title": "…", "introduction": "…", "thank_you": "…"}}
  translations jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (application_id, id)
);
call fence_by_application('surveys');

create table options (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  value integer not null check (value between 0 and 100),
  -- opens a case
  escalate boolean not null default false,
  -- notifies the department, without a case
  notify boolean not null default false,
  translations jsonb not null default '{}',
  unique (application_id, id)
);
call fence_by_application('options');

create table questions (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  category_id bigint,
  title text not null check (length(title) between 1 and 500),
  type_of text not null default 'radio' check (type_of in ('radio', 'checkbox', 'rating', 'nps', 'yes_no', 'text')),
  required boolean not null default false,
  sort_order integer not null default 1,
  -- shown only when that question was answered with that option
  condition_question_id bigint,
  condition_option_id bigint,
  translations jsonb not null default '{}',
  unique (application_id, id),
  check ((condition_question_id is null) = (condition_option_id is null)),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade,
  foreign key (application_id, category_id) references categories (application_id, id),
  foreign key (application_id, condition_question_id) references questions (application_id, id),
  foreign key (application_id, condition_option_id) references options (application_id, id)
);
create index on questions (application_id, survey_id, sort_order);
call fence_by_application('questions');

create table question_options (
  application_id bigint not null references applications on delete cascade,
  question_id bigint not null,
  option_id bigint not null,
  sort_order integer not null default 1,
  primary key (question_id, option_id),
  foreign key (application_id, question_id) references questions (application_id, id) on delete cascade,
  foreign key (application_id, option_id) references options (application_id, id)
);
create index on question_options (application_id, option_id);
call fence_by_application('question_options');

create table department_escalations (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  department_id bigint not null,
  survey_id bigint not null,
  -- level 1 is notified first
  sort_order integer not null default 1 check (sort_order between 1 and 100),
  user_ids bigint[] not null check (cardinality(user_ids) between 1 and 200),
  foreign key (application_id, department_id) references departments (application_id, id) on delete cascade,
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade
);
create index on department_escalations (application_id, department_id, survey_id, sort_order);
call fence_by_application('department_escalations');
