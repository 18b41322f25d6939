-- Foreign keys to the large tables (patients, visits, hl7_messages, invitations) are on the id alone. A pair with
-- application_id would be stricter. But PostgreSQL keeps the plan that it made for the check while the table was small,
-- and takes any index that begins with application_id to be as good as the unique one. Each check then reads the whole
-- application until the next ANALYZE. Row-level security separates the applications in any case.

create table patients (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- PID-3.1 and PID-3.4 as first seen; all numbers of the patient are in patient_identifiers
  identifier text not null,
  authority text not null default '',
  given_name text,
  family_name text,
  birth_date date,
  sex text,
  language text,
  -- E.164
  phone text,
  email text,
  deceased boolean not null default false,
  -- PV2-22 or PD1-12 protection indicator
  protected boolean not null default false,
  -- PID-31: the patient is not identified yet
  identity_unknown boolean not null default false,
  -- set by A34 and A40: the record into which this one was merged
  merged_into_id bigint,
  -- event time of the newest message with contact facts
  facts_at timestamptz not null,
  created_at timestamptz not null default now(),
  foreign key (merged_into_id) references patients
);
create index patients_family_name on patients (application_id, lower(family_name) text_pattern_ops, id);
create index patients_given_name on patients (application_id, lower(given_name) text_pattern_ops, id);
create index patients_identifier on patients (application_id, identifier text_pattern_ops);
call fence_by_application('patients');

create table patient_identifiers (
  application_id bigint not null references applications on delete cascade,
  identifier text not null,
  authority text not null default '',
  patient_id bigint not null,
  primary key (application_id, identifier, authority),
  foreign key (patient_id) references patients
);
create index on patient_identifiers (application_id, patient_id);
call fence_by_application('patient_identifiers');

create table visits (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  patient_id bigint not null,
  -- PV1-19.1; null where the sender gives none. A patient has at most one open visit without a number.
  visit_number text,
  state text not null check (state in ('open', 'closed', 'cancelled')),
  patient_class text,
  hospital_service text,
  -- PV1-3.1, .2, .3
  location text,
  room text,
  bed text,
  -- where an A12 moves the patient back to
  prior_location text,
  admitted_at timestamptz,
  discharged_at timestamptz,
  -- PV1-36
  discharge_disposition text,
  -- the event that opened it: A01 or A04, or the first one seen
  opened_by text not null,
  last_event_at timestamptz not null,
  last_message_id bigint,
  foreign key (patient_id) references patients
);
create unique index visits_number on visits (application_id, patient_id, visit_number) where visit_number is not null;
create index visits_patient on visits (application_id, patient_id);
create index visits_census on visits (application_id, location, last_message_id) where state = 'open';
call fence_by_application('visits');

-- All messages received. A row in state 'received' is also its own job: it is committed before it is acknowledged, and
-- a worker finds it by the index below (docs/decisions/0004).
create table hl7_messages (
  id bigint generated always as identity primary key,
  -- null: no application was found for the message; superusers see it
  application_id bigint references applications on delete cascade,
  state text not null check (state in ('received', 'processed', 'ignored', 'error')),
  source text not null default 'mllp' check (source in ('mllp', 'http', 'file', 'form')),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- EVN-2, else MSH-7, else the time of arrival
  event_at timestamptz not null,
  -- '' where the header has none
  sending_application text not null default '',
  sending_facility text not null default '',
  message_control_id text,
  control_id_reused boolean not null default false,
  duplicate_count integer not null default 0,
  message_type text,
  event text,
  version text,
  processing_id text,
  -- messages of one patient have the same lane; each lane is processed strictly in order
  lane smallint not null default 0,
  -- true: shown everywhere, sends nothing (reprocessed, reloaded or uploaded)
  silent boolean not null default false,
  -- SHA-256 of the bytes
  content_hash bytea not null,
  raw bytea not null,
  raw_truncated boolean not null default false,
  error_code text,
  error_field text,
  error_text text,
  patient_id bigint,
  visit_id bigint,
  patient_identifier text,
  location text,
  patient_class text,
  visit_number text,
  given_name text,
  family_name text,
  birth_date date,
  sex text,
  language text,
  -- PID-13 as received
  phone_home text,
  phone text,
  email text,
  check ((state = 'error') = (error_code is not null)),
  foreign key (patient_id) references patients,
  foreign key (visit_id) references visits
) with (fillfactor = 90);
-- A duplicate has the same sender, control id and bytes.
create unique index hl7_messages_identity
  on hl7_messages (application_id, sending_application, sending_facility, message_control_id, content_hash)
  nulls not distinct where message_control_id is not null;
create index hl7_messages_waiting on hl7_messages (lane, id) where state = 'received';
create index hl7_messages_list on hl7_messages (application_id, event_at desc, id desc);
create index hl7_messages_by_event on hl7_messages (application_id, event, event_at desc, id desc);
create index hl7_messages_errors on hl7_messages (application_id, error_code, error_field, id desc) where state = 'error';
create index hl7_messages_ignored on hl7_messages (application_id, event_at desc, id desc) where state = 'ignored';
create index hl7_messages_by_ward on hl7_messages (application_id, location, event_at desc, id desc) where location is not null;
create index hl7_messages_of_patient on hl7_messages (application_id, patient_id, id) where patient_id is not null;
create index hl7_messages_of_visit on hl7_messages (application_id, visit_id, id) where visit_id is not null;
create index hl7_messages_visit_number on hl7_messages (application_id, visit_number) where visit_number is not null;
create index hl7_messages_received on hl7_messages using brin (received_at);
call fence_by_application('hl7_messages');

create table contacts (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  name text not null check (length(name) between 1 and 200),
  email text,
  -- E.164
  phone text,
  language text,
  -- medical record number
  external_id text,
  created_at timestamptz not null default now(),
  unique (application_id, id)
);
create index on contacts (application_id, external_id) where external_id is not null;
create index on contacts (application_id, lower(email)) where email is not null;
create index on contacts (application_id, phone) where phone is not null;
call fence_by_application('contacts');

create table mailing_lists (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  name text not null check (length(name) between 1 and 200),
  title text,
  type_of text not null default 'static' check (type_of in ('static', 'dynamic', 'census')),
  unique (application_id, id),
  unique (application_id, name)
);
call fence_by_application('mailing_lists');

create table mailing_list_contacts (
  application_id bigint not null references applications on delete cascade,
  mailing_list_id bigint not null,
  contact_id bigint not null,
  primary key (mailing_list_id, contact_id),
  foreign key (application_id, mailing_list_id) references mailing_lists (application_id, id) on delete cascade,
  foreign key (application_id, contact_id) references contacts (application_id, id) on delete cascade
);
create index on mailing_list_contacts (application_id, contact_id);
call fence_by_application('mailing_list_contacts');
