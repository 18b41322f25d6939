-- The write-ahead log of the embedded database is stored beside its backups (docs/decisions/0100); an alarm says when it is not.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed', 'wal_behind', 'webhook_off', 'destination_stuck',
  'destination_certificate_expiring'));
