-- What a destination sends back may depend on MSH-15 and MSH-16 of each message (docs/decisions/0095).
select set_config('wardvoice.all_applications', 'on', true);

alter table destinations
  -- always: the receiver answers every message; as_asked: as MSH-15 and MSH-16 of the message ask
  add column acknowledgements text not null default 'always' check (acknowledgements in ('always', 'as_asked'));
drop trigger count_version on destinations;
create trigger count_version
  before update of name, host, port, tls, ca, client_certificate, messages, answers, message_types, wards, acknowledgements, answer_seconds,
    on_error, active
  on destinations
  for each row execute function count_version();

alter table destination_messages
  -- the application acknowledgement that followed CA; null: none came, or none was awaited
  add column application_answer text check (application_answer in ('AA', 'AE', 'AR'));

-- A certificate that is shown to a receiver ends soon.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed', 'webhook_off', 'destination_stuck',
  'destination_certificate_expiring'));
