-- Problems that need a person: one row each, open until the problem is gone. Without an application it is a problem of
-- the system.
create table alarms (
  id bigint generated always as identity primary key,
  application_id bigint references applications on delete cascade,
  kind text not null check (kind in (
    'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full')),
  -- distinguishes problems of one kind: the sender, the channel, the machine
  problem text not null default '',
  severity text not null check (severity in ('warning', 'critical')),
  opened_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= opened_at),
  acknowledged_at timestamptz,
  acknowledged_by_id bigint references users on delete set null,
  closed_at timestamptz,
  -- figures and names of machines, never of patients
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create unique index alarms_one_open on alarms (application_id, kind, problem) nulls not distinct where closed_at is null;
create index alarms_list on alarms (application_id, opened_at desc, id desc);
create index on alarms (acknowledged_by_id) where acknowledged_by_id is not null;
call fence_by_application('alarms');

-- E-mails about alarms. They are not deliveries, because an alarm of the system has no application.
create table alarm_notices (
  id bigint generated always as identity primary key,
  alarm_id bigint not null references alarms on delete cascade,
  user_id bigint not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (alarm_id, user_id)
);
create index on alarm_notices (user_id);
alter table alarm_notices enable row level security;
alter table alarm_notices force row level security;
create policy system_only on alarm_notices using ((select sees_all_applications()));

-- Messages per sender and hour. What is usual is learned from these counts, without reading millions of messages.
create table feed_hours (
  application_id bigint not null references applications on delete cascade,
  sending_application text not null,
  sending_facility text not null,
  hour timestamptz not null,
  messages integer not null check (messages > 0),
  last_message_at timestamptz not null,
  primary key (application_id, sending_application, sending_facility, hour)
);
create index feed_hours_by_hour on feed_hours (hour);
call fence_by_application('feed_hours');

-- The last message that was counted, so that each is counted once.
create table feed_counts (
  only_row boolean primary key default true check (only_row),
  last_message_id bigint not null default 0
);
insert into feed_counts default values;
