-- What analysts read: a schema of views with documented columns, without names, addresses and identifiers of people
-- (docs/rows.md, docs/decisions/0080). A view runs with the rights of the owner of the tables, so whoever reads it needs no right
-- on a table; row-level security holds for that owner, too. Each view shows one application.
create schema report;

-- Grows when a column of a view changes. A test compares the columns with those written down for this version.
create function report.version() returns integer language sql immutable parallel safe return 1;

-- The application whose rows are shown.
create function report.application() returns bigint
  language sql stable parallel safe return public.current_application_id();
-- Whether what people wrote is shown.
create function report.shows_comments() returns boolean language sql stable parallel safe return true;

-- Age in bands, at that time. Null: the date of birth is not known.
create function report.age_band(born date, at_time timestamptz) returns text
  language sql stable parallel safe
  return case
    when born is null or at_time is null then null
    when date_part('year', age(at_time::date, born)) < 0 then null
    when date_part('year', age(at_time::date, born)) < 18 then '0-17'
    when date_part('year', age(at_time::date, born)) < 25 then '18-24'
    when date_part('year', age(at_time::date, born)) < 35 then '25-34'
    when date_part('year', age(at_time::date, born)) < 45 then '35-44'
    when date_part('year', age(at_time::date, born)) < 55 then '45-54'
    when date_part('year', age(at_time::date, born)) < 65 then '55-64'
    when date_part('year', age(at_time::date, born)) < 75 then '65-74'
    when date_part('year', age(at_time::date, born)) < 85 then '75-84'
    else '85+' end;

create view report.feedback with (security_barrier = true) as
select
  f.id, f.change_number, f.survey_id, s.title as survey, f.submitted_at,
  to_char(f.submitted_at at time zone app.time_zone, 'YYYY-MM') as month,
  f.score, f.language, f.location as ward, f.department_id, d.title as department, i.way, asked.channel,
  f.invitation_id, i.visit_id,
  report.age_band(p.birth_date, f.submitted_at) as age_band, p.sex, f.read_at, f.tags
from public.feedback f
join public.applications app on app.id = f.application_id
join public.surveys s on s.application_id = f.application_id and s.id = f.survey_id
join public.invitations i on i.application_id = f.application_id and i.id = f.invitation_id
left join public.deliveries asked on asked.application_id = i.application_id and asked.id = i.delivery_id
left join public.patients own on own.application_id = i.application_id and own.id = i.patient_id
left join public.patients p on p.application_id = i.application_id and p.id = coalesce(own.merged_into_id, own.id)
left join public.departments d on d.application_id = f.application_id and d.id = f.department_id
where f.application_id = (select report.application());

create view report.answers with (security_barrier = true) as
select
  a.id, f.change_number, f.id as feedback_id, f.survey_id, s.title as survey,
  a.question_id, a.question_title as question, a.question_type, a.category_title as category,
  a.option_id, a.option_title as option, a.value, a.number, a.unit, a.day as date,
  case when (select report.shows_comments()) then a.text end as text, a.agrees, not a.repeats as counts_person, a.escalate as escalates,
  f.language, f.location as ward, f.department_id, d.title as department, i.way, asked.channel, i.visit_id,
  f.submitted_at, to_char(f.submitted_at at time zone app.time_zone, 'YYYY-MM') as month,
  report.age_band(p.birth_date, f.submitted_at) as age_band, p.sex
from public.feedback f
join public.feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id
join public.applications app on app.id = f.application_id
join public.surveys s on s.application_id = f.application_id and s.id = f.survey_id
join public.invitations i on i.application_id = f.application_id and i.id = f.invitation_id
left join public.deliveries asked on asked.application_id = i.application_id and asked.id = i.delivery_id
left join public.patients own on own.application_id = i.application_id and own.id = i.patient_id
left join public.patients p on p.application_id = i.application_id and p.id = coalesce(own.merged_into_id, own.id)
left join public.departments d on d.application_id = f.application_id and d.id = f.department_id
where f.application_id = (select report.application());

-- Answered surveys of each survey, ward and month, and whether they are too few to be published: the rule of
-- features/results/small-groups.ts among the wards of a survey and month, held to it by a test.
create view report.groups with (security_barrier = true) as
select
  survey_id, survey, ward, month, answered,
  answered < 5 or position > 1 and smaller < 5 as small_group
from (
  select
    survey_id, survey, ward, month, answered,
    row_number() over by_size as position,
    sum(answered) over (by_size rows between unbounded preceding and 1 preceding) as smaller
  from (
    select survey_id, survey, ward, month, count(*) as answered
    from report.feedback group by survey_id, survey, ward, month
  ) counted
  window by_size as (partition by survey_id, month order by answered, ward nulls first)
) placed;

create view report.invitations with (security_barrier = true) as
select
  i.id, i.survey_id, s.title as survey, i.way, i.language, i.created_at, i.asking as state, i.asking_reason as reason, i.asked_at,
  i.opened_at, i.answered_at, i.withdrawn_at, i.expires_at, i.visit_id, v.location as ward,
  report.age_band(p.birth_date, i.created_at) as age_band, p.sex
from public.invitations i
join public.surveys s on s.application_id = i.application_id and s.id = i.survey_id
left join public.visits v on v.application_id = i.application_id and v.id = i.visit_id
left join public.patients own on own.application_id = i.application_id and own.id = i.patient_id
left join public.patients p on p.application_id = i.application_id and p.id = coalesce(own.merged_into_id, own.id)
where i.application_id = (select report.application());

create view report.deliveries with (security_barrier = true) as
select
  d.id, d.purpose, d.channel, d.state, d.reason, d.survey_id, s.title as survey, d.invitation_id, d.visit_id, d.location as ward,
  d.created_at, d.send_at, d.sent_at, d.delivered_at, d.opened, d.reminder, d.attempts, d.gateway
from public.deliveries d
left join public.surveys s on s.application_id = d.application_id and s.id = d.survey_id
where d.application_id = (select report.application());

create view report.cases with (security_barrier = true) as
select
  c.id, c.feedback_id, c.survey_id, s.title as survey, c.question, c.department_id, d.title as department, c.location as ward,
  c.state, c.severity, c.level, cause.title as cause, c.visit_id, c.created_at, c.due_at, c.closed_at
from public.cases c
left join public.surveys s on s.application_id = c.application_id and s.id = c.survey_id
left join public.departments d on d.application_id = c.application_id and d.id = c.department_id
left join public.case_causes cause on cause.application_id = c.application_id and cause.id = c.cause_id
where c.application_id = (select report.application());

create view report.visits with (security_barrier = true) as
select
  v.id, v.kind, v.patient_class, v.state, v.location as ward, v.hospital_service, v.expected_at, v.admitted_at, v.discharged_at,
  v.discharge_disposition, report.age_band(p.birth_date, coalesce(v.admitted_at, v.expected_at, v.moved_at)) as age_band, p.sex
from public.visits v
left join public.patients own on own.application_id = v.application_id and own.id = v.patient_id
left join public.patients p on p.application_id = v.application_id and p.id = coalesce(own.merged_into_id, own.id)
where v.application_id = (select report.application());

create view report.surveys with (security_barrier = true) as
select s.id, s.title, s.active, s.default_language as language, s.created_at
from public.surveys s where s.application_id = (select report.application());

-- Also of the views, which it may read.
create or replace procedure grant_to_program(program name)
  language plpgsql
  as $$
declare
  schema_name text;
  table_name text;
begin
  -- Two processes may start at once, and two grants on one table at once fail.
  perform pg_advisory_xact_lock(hashtextextended('grant-to-program', 0));
  foreach schema_name in array array[current_schema()::text, 'graphile_worker'] loop
    execute format('grant usage on schema %I to %I', schema_name, program);
    -- maintain: to update the statistics of a table that has just become large
    execute format('grant select, insert, update, delete, maintain on all tables in schema %I to %I', schema_name, program);
    execute format('grant usage, select on all sequences in schema %I to %I', schema_name, program);
    execute format('grant execute on all functions in schema %I to %I', schema_name, program);
  end loop;
  execute format('grant usage on schema report to %I', program);
  execute format('grant select on all tables in schema report to %I', program);
  for table_name in
    select 'audit_verifications'
    union select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'append_only' and c.relnamespace = current_schema()::text::regnamespace
  loop
    execute format('revoke update, delete, maintain on %I from %I', table_name, program);
  end loop;
  execute format('revoke insert on audit_cuts from %I', program);
  foreach table_name in array array['kysely_migration', 'kysely_migration_lock', 'graphile_worker.migrations'] loop
    execute format('revoke insert, update, delete, maintain on %s from %I', table_name::regclass, program);
  end loop;
  -- The queue of jobs hides its rows from everybody but the owner of its tables.
  for table_name in
    select c.oid::regclass::text from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polroles @> array[(select oid from pg_roles where rolname = program)])
  loop
    execute format('create policy %I on %s to %I using (true) with check (true)', program, table_name, program);
  end loop;
end $$;
