-- Outcome scores and steps of pathways, one a row, for analysts (docs/rows.md).
select set_config('wardvoice.all_applications', 'on', true);

-- The values of all answered surveys, of which a call chooses some. An item without an answer counts as the mean of the others, as
-- long as enough are answered: the sum of a person is their mean item times the number of items.
create view outcome_value_rows as
select f.application_id, f.id as feedback_id, s.id as score_id, count(*) as answered,
  case when count(*) >= s.needed then
    round(case s.method
      when 'sum' then avg(counted.points) * (
        select count(*) from outcome_score_items every
        where every.application_id = f.application_id and every.score_id = s.id)
      when 'mean' then avg(counted.points)
      else 100 * sum(counted.points - i.lowest) / sum(i.highest - i.lowest)
    end, 2)
  end as value
from feedback f
join outcome_scores s on s.application_id = f.application_id and s.survey_id = f.survey_id
join outcome_score_items i on i.application_id = f.application_id and i.score_id = s.id
join feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id and a.question_id = i.question_id
  and not a.repeats
cross join lateral (select case when i.points = '{}' then a.number else (i.points ->> a.option_id::text)::numeric end as given) read
cross join lateral (select case when i.reversed then i.lowest + i.highest - read.given else read.given end as points) counted
where read.given is not null
group by f.application_id, f.id, s.id;

create or replace function outcome_values(application bigint, answered_surveys bigint[])
returns table (feedback_id bigint, score_id bigint, answered bigint, value numeric)
language sql stable as $$
  select v.feedback_id, v.score_id, v.answered, v.value
  from outcome_value_rows v
  where v.application_id = application and v.feedback_id = any(answered_surveys)
$$;

create view report.scores with (security_barrier = true) as
select
  v.feedback_id, f.change_number, v.score_id, o.title as score, o.method, o.higher_is_better, v.answered as items_answered,
  v.value::numeric(15,6) as value, (
    select band ->> 'title' from jsonb_array_elements(o.bands) band
    where (band ->> 'from')::numeric <= v.value
    order by (band ->> 'from')::numeric desc limit 1) as band,
  f.survey_id, s.title as survey, f.submitted_at, to_char(f.submitted_at at time zone app.time_zone, 'YYYY-MM') as month,
  f.location as ward, f.department_id, d.title as department, i.way, i.visit_id,
  i.enrolment_id, e.pathway_id, w.title as pathway, step.title as step, step.day as step_day,
  report.age_band(p.birth_date, f.submitted_at) as age_band, p.sex
from public.outcome_value_rows v
join public.feedback f on f.application_id = v.application_id and f.id = v.feedback_id
join public.outcome_scores o on o.application_id = v.application_id and o.id = v.score_id
join public.applications app on app.id = f.application_id
join public.surveys s on s.application_id = f.application_id and s.id = f.survey_id
join public.invitations i on i.application_id = f.application_id and i.id = f.invitation_id
left join public.pathway_enrolments e on e.application_id = i.application_id and e.id = i.enrolment_id
left join public.pathways w on w.application_id = e.application_id and w.id = e.pathway_id
left join public.pathway_occasions step on step.application_id = i.application_id and step.id = i.occasion_id
left join public.patients own on own.application_id = i.application_id and own.id = i.patient_id
left join public.patients p on p.application_id = i.application_id and p.id = coalesce(own.merged_into_id, own.id)
left join public.departments d on d.application_id = f.application_id and d.id = f.department_id
where v.application_id = (select report.application());

create view report.pathway_steps with (security_barrier = true) as
select
  step.id, step.enrolment_id, e.pathway_id, w.title as pathway, step.title as step, step.day as step_day, step.survey_id,
  s.title as survey, e.started_at, step.due_at, step.closes_at, step.decided_at, step.state, step.reason,
  asked.answered_at, answer.id as feedback_id, e.state as enrolment_state, e.end_reason, e.visit_id, visit.location as ward,
  report.age_band(p.birth_date, e.started_at) as age_band, p.sex
from public.pathway_occasions step
join public.pathway_enrolments e on e.application_id = step.application_id and e.id = step.enrolment_id
join public.pathways w on w.application_id = e.application_id and w.id = e.pathway_id
join public.surveys s on s.application_id = step.application_id and s.id = step.survey_id
left join public.invitations asked on asked.application_id = step.application_id and asked.occasion_id = step.id
left join public.feedback answer on answer.application_id = step.application_id and answer.invitation_id = asked.id
left join public.visits visit on visit.application_id = e.application_id and visit.id = e.visit_id
left join public.patients own on own.application_id = e.application_id and own.id = e.patient_id
left join public.patients p on p.application_id = e.application_id and p.id = coalesce(own.merged_into_id, own.id)
where step.application_id = (select report.application());

create or replace function report.version() returns integer language sql immutable parallel safe return 2;

alter table data_exports drop constraint data_exports_subject_check;
alter table data_exports add constraint data_exports_subject_check
  check (subject in ('answers', 'feedback', 'scores', 'pathway_steps', 'invitations', 'deliveries', 'cases', 'visits'));
alter table nightly_exports drop constraint nightly_exports_subjects_check;
alter table nightly_exports add constraint nightly_exports_subjects_check check (
  cardinality(subjects) between 1 and 8
  and subjects <@ array['answers', 'feedback', 'scores', 'pathway_steps', 'invitations', 'deliveries', 'cases', 'visits']);
