-- Indexes that keep each list fast (some milliseconds) with a million messages.

-- Under row-level security only leakproof functions may use an index. lower() and LIKE are not leakproof, "starts with"
-- (^@) on a column is. So the lower case is stored.
alter table patients
  add column family_name_lower text generated always as (lower(family_name)) stored,
  add column given_name_lower text generated always as (lower(given_name)) stored;
drop index patients_family_name, patients_given_name;
create index patients_family_name on patients (application_id, family_name_lower text_pattern_ops, id);
create index patients_given_name on patients (application_id, given_name_lower text_pattern_ops, id);

-- Errors are few, so the newest ones have their own index.
create index hl7_messages_errors_list on hl7_messages (application_id, id desc) where state = 'error';
create index hl7_messages_errors_by_time on hl7_messages (application_id, event_at desc, id desc) where state = 'error';

-- The columns at the end are not for order: with them, wards are filtered and a week is counted without reading the
-- messages.
drop index hl7_messages_list, hl7_messages_by_event;
create index hl7_messages_list on hl7_messages (application_id, event_at desc, id desc, location, event, state);
create index hl7_messages_by_event on hl7_messages (application_id, event, event_at desc, id desc, location);
