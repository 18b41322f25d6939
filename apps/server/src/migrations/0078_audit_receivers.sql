-- Up to which place of the chain a receiver of AUDIT_SYSLOG has read the entries (docs/decisions/0047).
create table audit_receivers (
  -- as the setting names it: tls://host:port
  receiver text primary key,
  -- entries up to here have been read by it; 0: none
  position bigint not null check (position >= 0),
  tried_at timestamptz not null,
  -- null: it read what was last sent
  failing_since timestamptz
);
alter table audit_receivers enable row level security;
alter table audit_receivers force row level security;
create policy system_only on audit_receivers using ((select sees_all_applications()));

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent'));
