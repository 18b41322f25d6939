-- People work on answered surveys: who is to look after one, words by which it is found, notes of colleagues, and what was written
-- to the person in reply.
select set_config('wardvoice.all_applications', 'on', true);

alter table feedback
  -- null: nobody, or the account was deleted
  add column assigned_to_id bigint references users on delete set null,
  -- When it was last given to somebody, or taken from them.
  add column assigned_at timestamptz,
  -- In lower case, each once, in alphabetical order.
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20);
create index feedback_assigned on feedback (assigned_to_id, submitted_at desc) where assigned_to_id is not null;
create index feedback_by_tag on feedback using gin (tags) where tags <> '{}';

create table feedback_notes (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  feedback_id bigint not null,
  -- null: the account was deleted
  user_id bigint references users on delete set null,
  -- empty: the person who answered was erased
  text text not null,
  created_at timestamptz not null,
  foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade
);
create index on feedback_notes (application_id, feedback_id, id);
create index on feedback_notes (user_id) where user_id is not null;
call fence_by_application('feedback_notes');

-- The answers that a colleague replied to with this delivery.
alter table deliveries
  add column feedback_id bigint,
  add foreign key (application_id, feedback_id) references feedback (application_id, id) on delete set null (feedback_id);
create index deliveries_of_feedback on deliveries (application_id, feedback_id) where feedback_id is not null;

-- A change of `assigned_to_id` alone is the deletion of an account, outside of any application: it has no number.
drop trigger number_change on feedback;
create trigger number_change before insert or update of read_at, department_id, score, location, language, assigned_at, tags
  on feedback for each row execute function number_feedback_change();

alter table inbox_items
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check
    check (kind in ('case_opened', 'case_escalated', 'case_notify', 'text_received', 'alarm_opened', 'feedback_assigned'));

insert into permissions (name) values ('feedback.update') on conflict do nothing;
-- Whoever works on cases may work on the answers that they come from.
insert into user_permissions (user_id, permission_id, application_id)
select held.user_id, wanted.id, held.application_id
from user_permissions held
join permissions p on p.id = held.permission_id and p.name = 'cases.update'
cross join permissions wanted where wanted.name = 'feedback.update'
on conflict do nothing;
insert into role_permissions (role_id, permission_id)
select held.role_id, wanted.id
from role_permissions held
join permissions p on p.id = held.permission_id and p.name = 'cases.update'
cross join permissions wanted where wanted.name = 'feedback.update'
on conflict do nothing;
