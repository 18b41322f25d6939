-- The stored write-ahead log is restored on trial each night (docs/decisions/0112); an alarm says when that failed or was not done.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed', 'wal_behind', 'wal_unproven', 'webhook_off',
  'destination_stuck', 'destination_certificate_expiring'));
