alter table applications
  -- shown as the sender of an SMS where the gateway allows it; null: the gateway's own
  add column sms_sender text check (length(sms_sender) between 3 and 16),
  -- offered when a case is closed
  add column de_escalation_survey_id bigint,
  -- an MLLP port of its own: whatever comes in there is this application's
  add column listener_port integer unique check (listener_port between 1 and 65535),
  -- how messages on that port are acknowledged
  add column acknowledgement_mode text not null default 'original' check (acknowledgement_mode in ('original', 'enhanced')),
  -- days after which a message's text is removed; null: kept
  add column raw_retention_days integer check (raw_retention_days between 7 and 36500),
  -- days after the last message about a patient, after which who it was is removed; null: kept
  add column personal_retention_days integer check (personal_retention_days between 30 and 36500),
  add foreign key (id, de_escalation_survey_id) references surveys (application_id, id)
    on delete set null (de_escalation_survey_id);

-- applications.logo is the address of a row here, with its hash in it: a new picture is a new address.
create table application_logos (
  application_id bigint primary key references applications on delete cascade,
  -- sha-256 of the bytes, hexadecimal
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 524288)
);
create index on application_logos (hash);
call fence_by_application('application_logos');

-- What each process with the mllp role made of the ports that applications have of their own.
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

-- Visits made anew from stored messages; at most one at a time for an application.
create table message_reloads (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  state text not null default 'running' check (state in ('running', 'finished')),
  -- patients
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

-- The text of a message, or who it was about, was removed as the application's retention says.
alter table hl7_messages add column raw_removed_at timestamptz;
alter table patients add column removed_at timestamptz;
