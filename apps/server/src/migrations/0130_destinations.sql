-- Systems to which an application forwards the messages that it receives (docs/decisions/0083).
select set_config('wardvoice.all_applications', 'on', true);

create table destinations (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  name text not null check (length(name) between 1 and 100),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  tls boolean not null,
  -- certificates in PEM by which the receiver is verified; null: those of the system
  ca text check (length(ca) between 1 and 65536),
  -- 'ADT' or 'ADT^A01'; empty: every type
  message_types text[] not null default '{}' check (cardinality(message_types) <= 50),
  -- PV1-3.1; empty: every ward, and messages without one
  wards text[] not null default '{}' check (cardinality(wards) <= 500),
  answer_seconds integer not null check (answer_seconds between 1 and 30),
  -- what happens to later messages when one is given up
  on_error text not null check (on_error in ('stop', 'skip')),
  -- false: messages are queued and not sent
  active boolean not null default true,
  -- when the queue stopped because a message was given up; null: it did not
  stopped_at timestamptz,
  -- whoever sends to it, and until when nobody else does
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (application_id, id),
  check ((claim is null) = (claimed_until is null)),
  check (stopped_at is null or not active)
);
-- The progress of sending is no change of the settings, unless it stops the queue.
create trigger count_version
  before update of name, host, port, tls, ca, message_types, wards, answer_seconds, on_error, active on destinations
  for each row execute function count_version();
call fence_by_application('destinations');

-- A message for one destination: the queue, and the log. The text stays in hl7_messages and is read when it is sent.
create table destination_messages (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  destination_id bigint not null,
  message_id bigint not null references hl7_messages on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  queued_at timestamptz not null,
  -- when the next attempt is due, while it waits
  due_at timestamptz not null default '-infinity',
  attempts integer not null default 0 check (attempts >= 0),
  -- attempts that the receiver answered with AE or CE
  refusals integer not null default 0 check (refusals >= 0),
  attempted_at timestamptz,
  -- MSA-1 of the last answer; null: there was none
  answer text check (answer in ('AA', 'CA', 'AE', 'CE', 'AR', 'CR')),
  error text check (length(error) <= 500),
  unique (destination_id, message_id),
  foreign key (application_id, destination_id) references destinations (application_id, id) on delete cascade
);
-- The head of each queue.
create index on destination_messages (destination_id, id) where state in ('waiting', 'sending');
create index on destination_messages (application_id, destination_id, id);
create index on destination_messages (message_id);
create index on destination_messages (queued_at) where state in ('sent', 'failed');
call fence_by_application('destination_messages');

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed', 'webhook_off', 'destination_stuck'));
