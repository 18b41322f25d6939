select set_config('wardvoice.all_applications', 'on', true);

-- A question is shown when earlier questions were answered with these options: with all of them, or with any.
create table question_conditions (
  application_id bigint not null references applications on delete cascade,
  question_id bigint not null,
  condition_question_id bigint not null check (condition_question_id <> question_id),
  condition_option_id bigint not null,
  sort_order integer not null default 1,
  primary key (question_id, condition_question_id, condition_option_id),
  foreign key (application_id, question_id) references questions (application_id, id) on delete cascade,
  -- Deleting one of them alone is refused while a question hangs on it; with a survey or an application all of it goes.
  foreign key (application_id, condition_question_id) references questions (application_id, id) on delete cascade,
  foreign key (application_id, condition_option_id) references options (application_id, id) on delete cascade
);
create index on question_conditions (application_id, condition_question_id);
create index on question_conditions (application_id, condition_option_id);
call fence_by_application('question_conditions');

insert into question_conditions (application_id, question_id, condition_question_id, condition_option_id)
select application_id, id, condition_question_id, condition_option_id from questions where condition_question_id is not null;

alter table questions
  add column condition_match text not null default 'all' check (condition_match in ('all', 'any')),
  drop column condition_question_id,
  drop column condition_option_id;
