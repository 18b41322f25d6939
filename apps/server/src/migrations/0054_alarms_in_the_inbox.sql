-- Alarms are also put into the inbox, and posted to a receiver of the operator (ALARM_WEBHOOK_URL).

alter table inbox_items
  add column alarm_id bigint references alarms on delete cascade,
  drop constraint inbox_items_check,
  add constraint inbox_items_about_one_thing check (num_nonnulls(feedback_id, text_id, alarm_id) = 1),
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check
    check (kind in ('case_opened', 'case_escalated', 'case_notify', 'text_received', 'alarm_opened')),
  drop constraint inbox_items_once,
  add constraint inbox_items_once
    unique nulls not distinct (user_id, kind, feedback_id, text_id, alarm_id, department_id, level);
create index inbox_of_alarm on inbox_items (alarm_id) where alarm_id is not null;
