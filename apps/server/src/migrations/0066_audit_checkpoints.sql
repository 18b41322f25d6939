-- What each instance has anchored outside of the database, so that a file that is shortened or gone is found
-- (docs/decisions/0040). An instance is the owner of a data folder.
create table audit_anchors (
  instance text not null,
  -- absolute path of the folder on that machine
  folder text not null,
  -- name of the machine, to be shown
  machine text not null,
  -- how many checkpoints were written, and up to which position of the chain
  checkpoints bigint not null check (checkpoints > 0),
  position bigint not null check (position > 0),
  -- number of entries that were in the chain
  entries bigint not null,
  written_at timestamptz not null,
  primary key (instance, folder)
);
alter table audit_anchors enable row level security;
alter table audit_anchors force row level security;
create policy system_only on audit_anchors using ((select sees_all_applications()));

-- What came of verifying the audit: by an instance each night, or by somebody on the screen.
create table audit_verifications (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: on the screen, which compares no files
  instance text,
  machine text,
  checked bigint not null,
  -- entries and checkpoints that do not fit; 0: intact
  problems integer not null check (problems >= 0),
  -- {"entries": [{"position": 8, "entry_id": 80, "problem": "changed"}], "checkpoints": [{"file": "…", "problem": "missing"}]}
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index audit_verifications_latest on audit_verifications (instance, id desc);
alter table audit_verifications enable row level security;
alter table audit_verifications force row level security;
create policy system_only on audit_verifications using ((select sees_all_applications()));

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken'));
