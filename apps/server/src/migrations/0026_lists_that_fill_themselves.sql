alter table mailing_lists
  -- of a dynamic list: {event, location, patient_class, hospital_service, sex, age_from, age_to, last_days}
  add column rules jsonb not null default '{}',
  add column refreshed_at timestamptz,
  add column created_at timestamptz not null default now();
-- whom a rule is about
create index visits_lately on visits (application_id, last_event_at desc) where state <> 'cancelled';
