-- Backups that the program makes by itself (docs/decisions/0072).
create table backups (
  id bigint generated always as identity primary key,
  -- its folder in the store
  name text not null unique,
  -- address of the store, without what it takes to get in
  place text not null,
  state text not null check (state in ('running', 'stored', 'verified', 'failed')),
  started_at timestamptz not null,
  -- as of when its rows are
  snapshot_at timestamptz,
  finished_at timestamptz,
  verified_at timestamptz,
  -- restored: into a database of its own, and compared; read: all of it read and compared with its manifest
  verified_by text check (verified_by in ('restored', 'read')),
  tables integer,
  table_rows bigint,
  bytes bigint,
  -- in words of the program, without data
  error text,
  check ((state = 'verified') = (verified_at is not null and verified_by is not null))
);
create index on backups (verified_at desc) where verified_at is not null;
create index on backups (started_at desc);
alter table backups enable row level security;
alter table backups force row level security;
create policy system_only on backups using ((select sees_all_applications()));

-- As of when the restored rows are: what was due between then and the hold may have left already.
alter table sending_holds add column data_of timestamptz;

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed'));
