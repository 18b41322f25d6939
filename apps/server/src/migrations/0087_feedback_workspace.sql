-- Answered surveys are read by people: who has read one and when, and a number that grows with each change, by which others read on
-- from where they were (docs/decisions/0054).
select set_config('wardvoice.all_applications', 'on', true);

-- The last change number of an application. Its row is locked until the end of the transaction, so numbers become visible in their
-- order, and nobody who reads on by number misses a change that was committed late.
create table feedback_changes (
  application_id bigint primary key references applications on delete cascade,
  last bigint not null check (last > 0)
);
call fence_by_application('feedback_changes');

alter table feedback
  add column change_number bigint,
  -- null: nobody has read it
  add column read_at timestamptz,
  -- null: nobody, or it was stored before there was a list to read it in
  add column read_by_id bigint references users on delete set null;

update feedback f set
  change_number = numbered.place,
  read_at = case when f.submitted_at < now() - interval '7 days' then f.submitted_at end
from (select id, row_number() over (partition by application_id order by id) as place from feedback) numbered
where numbered.id = f.id;
insert into feedback_changes (application_id, last)
select application_id, max(change_number) from feedback group by application_id;

-- The trigger sets it.
alter table feedback alter column change_number set default 0, alter column change_number set not null;
create unique index feedback_by_change on feedback (application_id, change_number);
create index feedback_unread on feedback (application_id, submitted_at desc, id desc) where read_at is null;
create index on feedback (read_by_id) where read_by_id is not null;

create function number_feedback_change() returns trigger
  language plpgsql
  as $$
begin
  insert into feedback_changes as c (application_id, last) values (new.application_id, 1)
  on conflict (application_id) do update set last = c.last + 1
  returning last into new.change_number;
  return new;
end $$;
-- Not when only the reader is forgotten, because an account is deleted outside of any application.
create trigger number_change before insert or update of read_at, department_id, score, location, language on feedback for each row execute function number_feedback_change();

insert into permissions (name) values ('feedback.list') on conflict do nothing;
-- Whoever reads cases may read the answers that they come from.
insert into user_permissions (user_id, permission_id, application_id)
select held.user_id, wanted.id, held.application_id
from user_permissions held
join permissions p on p.id = held.permission_id and p.name = 'cases.list'
cross join permissions wanted where wanted.name = 'feedback.list'
on conflict do nothing;
insert into role_permissions (role_id, permission_id)
select held.role_id, wanted.id
from role_permissions held
join permissions p on p.id = held.permission_id and p.name = 'cases.list'
cross join permissions wanted where wanted.name = 'feedback.list'
on conflict do nothing;
