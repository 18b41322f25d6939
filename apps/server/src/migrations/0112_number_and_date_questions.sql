-- Questions that are answered with a number or with a calendar day (docs/decisions/0068).
select set_config('wardvoice.all_applications', 'on', true);

alter table questions
  drop constraint questions_type_of_check,
  add constraint questions_type_of_check check (
    type_of in ('radio', 'checkbox', 'rating', 'nps', 'yes_no', 'text', 'number', 'date')),
  -- limits of a number; null: none
  add column smallest numeric(15, 6),
  add column largest numeric(15, 6),
  -- the number is a multiple of it, counted from the smallest, or else from 0
  add column step numeric(15, 6) check (step > 0),
  add column unit text check (length(unit) between 1 and 20),
  -- limits of a day: an ISO date, or today by the calendar of the application; null: none
  add column earliest text check (earliest ~ '^(today|[0-9]{4}-[0-9]{2}-[0-9]{2})$'),
  add column latest text check (latest ~ '^(today|[0-9]{4}-[0-9]{2}-[0-9]{2})$'),
  add constraint limits_of_numbers check (
    (type_of = 'number' or num_nonnulls(smallest, largest, step, unit) = 0) and (smallest <= largest) is not false),
  add constraint limits_of_days check (
    (type_of = 'date' or num_nonnulls(earliest, latest) = 0)
    and (earliest = 'today' or latest = 'today' or earliest <= latest) is not false);

alter table feedback_answers
  add column number numeric(15, 6),
  -- the unit in which the number was asked, in the survey's default language
  add column unit text,
  -- a day of the calendar, which is the same in every time zone
  add column day date,
  add constraint one_kind_of_answer check (num_nonnulls(option_id, text, number, day) <= 1),
  add constraint answers_in_numbers check (question_type = 'number' or num_nonnulls(number, unit) = 0),
  add constraint answers_in_days check (question_type = 'date' or day is null);

-- Results read the numbers and days of a survey from this index.
create index feedback_answers_measured on feedback_answers (application_id, feedback_id) include (id, number, day)
  where number is not null or day is not null;

-- What was chosen, written or entered, as staff read it; null: it was erased.
create function answer_in_words(given feedback_answers) returns text
  language sql stable
  return coalesce(given.text, given.option_title,
    case when given.number is not null then concat_ws(' ', trim_scale(given.number)::text, given.unit) end,
    to_char(given.day, 'YYYY-MM-DD'));
