alter table applications
  -- the sender shown with an SMS, where the gateway allows it; null: the gateway's own
  add column sms_sender text check (length(sms_sender) between 3 and 16),
  -- offered when a case is closed
  add column de_escalation_survey_id bigint,
  -- an MLLP port whose messages all belong to this application
  add column listener_port integer unique check (listener_port between 1 and 65535),
  -- how messages on that port are acknowledged
  add column acknowledgement_mode text not null default 'original' check (acknowledgement_mode in ('original', 'enhanced')),
  -- days after which a message's text is deleted; null: kept
  add column raw_retention_days integer check (raw_retention_days between 7 and 36500),
  -- days after the last message about a patient, after which their personal data are deleted; null: kept
  add column personal_retention_days integer check (personal_retention_days between 30 and 36500),
  add foreign key (id, de_escalation_survey_id) references surveys (application_id, id)
    on delete set null (de_escalation_survey_id);

-- applications.logo is the address of a row here and contains its hash: a new picture has a new address.
create table application_logos (
  application_id bigint primary key references applications on delete cascade,
  -- SHA-256 of the bytes, hexadecimal
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 524288)
);
create index on application_logos (hash);
call fence_by_application('application_logos');

-- The state of applications' own ports in each process with the mllp role.
create table application_listeners (
  application_id bigint not null references applications on delete cascade,
  -- host name and process id
  process text not null,
  port integer not null,
  -- why it does not listen; null: it does
  error text,
  seen_at timestamptz not null,
  primary key (application_id, process)
);
call fence_by_application('application_listeners');

-- Rebuilding visits from stored messages; at most one at a time for an application.
create table message_reloads (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  state text not null default 'running' check (state in ('running', 'finished')),
  -- number of patients
  total integer not null,
  done integer not null default 0,
  -- patients with a greater id are still to be done
  last_patient_id bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index message_reloads_running on message_reloads (application_id) where state = 'running';
create index on message_reloads (application_id, id desc);
call fence_by_application('message_reloads');

-- Retention deleted the text of the message, or who it was about.
alter table hl7_messages add column raw_removed_at timestamptz;
alter table patients add column removed_at timestamptz;
