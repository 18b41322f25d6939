-- What patients wrote, without names: read by whoever may see what was said, but not who said it (docs/decisions/0106).
select set_config('wardvoice.all_applications', 'on', true);

create table masked_comments (
  application_id bigint not null,
  answer_id bigint primary key references feedback_answers on delete cascade,
  -- null: it waits, and is shown to nobody yet
  text text
);
create index masked_comments_waiting on masked_comments (application_id, answer_id) where text is null;
call fence_by_application('masked_comments');

insert into masked_comments (application_id, answer_id)
select application_id, id from feedback_answers where text is not null;

-- Written here and not by the program, so that nobody who stores, changes or erases an answer can forget it.
create function queue_new_comments() returns trigger
  language plpgsql
  as $$
begin
  insert into masked_comments (application_id, answer_id)
  select application_id, id from given where text is not null;
  return null;
end $$;
create trigger queue_new_comments after insert on feedback_answers
  referencing new table as given for each statement execute function queue_new_comments();

create function forget_masked_comment() returns trigger
  language plpgsql
  as $$
begin
  delete from masked_comments where application_id = new.application_id and answer_id = new.id;
  if new.text is not null then
    insert into masked_comments (application_id, answer_id) values (new.application_id, new.id);
  end if;
  return null;
end $$;
create trigger forget_masked_comment after update of text on feedback_answers
  for each row when (new.text is distinct from old.text) execute function forget_masked_comment();

-- Whoever reads on by change number has read a comment that waited as nothing. In the transaction that stores the answer it never waited.
create function count_masking_as_change() returns trigger
  language plpgsql
  as $$
begin
  -- Each is looked up by itself, whatever PostgreSQL believes about the tables just after an import.
  update feedback f set language = f.language
  from (
    select distinct m.application_id, (select a.feedback_id from feedback_answers a where a.id = m.answer_id offset 0) as feedback_id
    from masked m where m.text is not null) answered
  where f.application_id = answered.application_id and f.id = answered.feedback_id and f.changed_at <> change_time();
  return null;
end $$;
create trigger count_masking_as_change after update on masked_comments
  referencing new table as masked for each statement execute function count_masking_as_change();

-- Without names, as all of this schema.
create or replace view report.answers with (security_barrier = true) as
select
  a.id, f.change_number, f.id as feedback_id, f.survey_id, s.title as survey,
  a.question_id, a.question_title as question, a.question_type, a.category_title as category,
  a.option_id, a.option_title as option, a.value, a.number, a.unit, a.day as date,
  case when (select report.shows_comments()) then m.text end as text, a.agrees, not a.repeats as counts_person, a.escalate as escalates,
  f.language, f.location as ward, f.department_id, d.title as department, i.way, asked.channel, i.visit_id,
  f.submitted_at, to_char(f.submitted_at at time zone app.time_zone, 'YYYY-MM') as month,
  report.age_band(p.birth_date, f.submitted_at) as age_band, p.sex
from public.feedback f
join public.feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id
left join public.masked_comments m on m.application_id = a.application_id and m.answer_id = a.id
join public.applications app on app.id = f.application_id
join public.surveys s on s.application_id = f.application_id and s.id = f.survey_id
join public.invitations i on i.application_id = f.application_id and i.id = f.invitation_id
left join public.deliveries asked on asked.application_id = i.application_id and asked.id = i.delivery_id
left join public.patients own on own.application_id = i.application_id and own.id = i.patient_id
left join public.patients p on p.application_id = i.application_id and p.id = coalesce(own.merged_into_id, own.id)
left join public.departments d on d.application_id = f.application_id and d.id = f.department_id
where f.application_id = (select report.application());
