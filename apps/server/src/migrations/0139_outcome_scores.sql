-- Scores that are computed from the answers of one survey, as patient-reported outcome measures define them
-- (docs/decisions/0098). Values are computed when they are read, and so are never older than the answers.
select set_config('wardvoice.all_applications', 'on', true);

create table outcome_scores (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  method text not null check (method in ('sum', 'mean', 'percent')),
  higher_is_better boolean not null,
  -- with fewer answered items there is no value
  needed integer not null check (needed > 0),
  -- a smaller change says nothing to a patient; null: not known
  important_change numeric check (important_change > 0),
  -- [{"from": 10, "title": "Moderate"}, …] in ascending order
  bands jsonb not null default '[]' check (jsonb_typeof(bands) = 'array'),
  version integer not null default 1,
  unique (application_id, id),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade
);
create unique index outcome_scores_of_survey on outcome_scores (application_id, survey_id, lower(title));
create trigger count_version before update on outcome_scores for each row execute function count_version();
call fence_by_application('outcome_scores');

create table outcome_score_items (
  application_id bigint not null references applications on delete cascade,
  score_id bigint not null,
  question_id bigint not null,
  -- {"<id of an option>": 2, …}; empty for a question that is answered with a number
  points jsonb not null default '{}' check (jsonb_typeof(points) = 'object'),
  lowest numeric not null,
  highest numeric not null check (highest > lowest),
  reversed boolean not null,
  sort_order integer not null check (sort_order > 0),
  primary key (score_id, question_id),
  foreign key (application_id, score_id) references outcome_scores (application_id, id) on delete cascade,
  foreign key (application_id, question_id) references questions (application_id, id) on delete cascade
);
create index on outcome_score_items (application_id, question_id);
call fence_by_application('outcome_score_items');

-- The values of these answered surveys. An item without an answer counts as the mean of the others, as long as enough are
-- answered: the sum of a person is their mean item times the number of items.
create function outcome_values(application bigint, answered_surveys bigint[])
returns table (feedback_id bigint, score_id bigint, answered bigint, value numeric)
language sql stable as $$
  select f.id, s.id, count(*),
    case when count(*) >= s.needed then
      round(case s.method
        when 'sum' then avg(counted.points) * (
          select count(*) from outcome_score_items every
          where every.application_id = application and every.score_id = s.id)
        when 'mean' then avg(counted.points)
        else 100 * sum(counted.points - i.lowest) / sum(i.highest - i.lowest)
      end, 2)
    end
  from feedback f
  join outcome_scores s on s.application_id = application and s.survey_id = f.survey_id
  join outcome_score_items i on i.application_id = application and i.score_id = s.id
  join feedback_answers a on a.application_id = application and a.feedback_id = f.id and a.question_id = i.question_id
    and not a.repeats
  cross join lateral (select case when i.points = '{}' then a.number else (i.points ->> a.option_id::text)::numeric end as given) read
  cross join lateral (select case when i.reversed then i.lowest + i.highest - read.given else read.given end as points) counted
  where f.application_id = application and f.id = any(answered_surveys) and read.given is not null
  group by f.id, s.id
$$;
