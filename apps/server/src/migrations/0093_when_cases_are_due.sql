-- A case says how severe it is, and until when it should be closed (docs/decisions/0058).
select set_config('wardvoice.all_applications', 'on', true);

alter table applications
  -- Monday first: "08:00-18:00", where an end of 00:00 is midnight; empty: nobody works on cases that day
  add column working_hours text[] not null
    default '{08:00-18:00,08:00-18:00,08:00-18:00,08:00-18:00,08:00-18:00,"",""}'
    check (cardinality(working_hours) = 7 and array_to_string(working_hours, '') <> ''),
  -- by the clock
  add column case_hours_urgent integer not null default 4 check (case_hours_urgent between 1 and 720),
  -- in working hours
  add column case_hours_high integer not null default 10 check (case_hours_high between 1 and 720),
  add column case_hours_normal integer not null default 30 check (case_hours_normal between 1 and 720);

alter table cases
  add column severity text not null default 'normal' check (severity in ('urgent', 'high', 'normal')),
  -- until when it should be closed; null: it was opened before there were due times
  add column due_at timestamptz;
create index cases_due on cases (application_id, due_at, id) where state <> 'closed' and due_at is not null;

-- Cases of before have a severity by the same rule as new ones.
update cases c set severity = case
    when x.harm or f.score <= 25 then 'urgent'
    when f.score is null or f.score <= 50 or exists (
      select from feedback_answers worst
      where worst.application_id = c.application_id and worst.feedback_id = c.feedback_id
        and worst.escalate and worst.value = 0) then 'high'
    else 'normal' end
from cases same
left join feedback f on f.application_id = same.application_id and f.id = same.feedback_id
left join inbound_texts x on x.application_id = same.application_id and x.id = same.text_id
where same.id = c.id;
-- Every case that is opened from now on says it.
alter table cases alter column severity drop default;
