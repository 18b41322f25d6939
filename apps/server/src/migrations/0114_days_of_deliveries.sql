-- For what was sent on which day: the calendar and the overview of surveys count from the index alone.
create index deliveries_sent on deliveries (application_id, sent_at)
  include (state, channel, purpose, reminder, broadcast_run_id, survey_id, opened, location, patient_id)
  where state in ('sent', 'delivered', 'answered');

-- For what waits, by the day that it is planned for. Few deliveries wait, so it stays small.
create index deliveries_waiting on deliveries (application_id, send_at)
  include (state, channel, purpose, reminder, reminders_left, reminder_days, broadcast_run_id, location, patient_id)
  where state in ('scheduled', 'sending');
