-- A case is given to a colleague, who finds it in the inbox.
select set_config('wardvoice.all_applications', 'on', true);

alter table case_steps
  -- to whom the case was given; null: another step, or the account was deleted
  add column to_user_id bigint references users on delete set null;
create index on case_steps (to_user_id) where to_user_id is not null;

alter table inbox_items
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (
    kind in (
      'case_opened', 'case_escalated', 'case_notify', 'case_assigned', 'text_received', 'alarm_opened', 'feedback_assigned'));
