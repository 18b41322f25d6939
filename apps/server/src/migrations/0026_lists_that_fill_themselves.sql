alter table mailing_lists
  -- rules of a dynamic list: {event, location, patient_class, hospital_service, sex, age_from, age_to, last_days}
  add column rules jsonb not null default '{}',
  add column refreshed_at timestamptz,
  add column created_at timestamptz not null default now();
-- For finding the patients that a rule selects.
create index visits_lately on visits (application_id, last_event_at desc) where state <> 'cancelled';
