-- A survey for a mailing list, sent on chosen weekdays or by hand.
create table broadcasts (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  sendable_type text not null default 'MailingList' check (sendable_type = 'MailingList'),
  -- the mailing list; null when it was deleted
  sendable_id bigint,
  schedule boolean not null,
  channel text not null check (channel in ('email', 'sms', 'email_or_sms', 'sms_or_email')),
  -- in the application's time zone
  send_at time,
  starts_at date,
  ends_at date,
  -- {"day_of_week": [seven booleans, Sunday first]}
  data jsonb not null,
  -- null: the standard text, in each person's language
  subject text check (length(subject) <= 200),
  text text check (length(text) <= 2000),
  state text not null default 'scheduled' check (state in ('scheduled', 'running', 'paused', 'finished', 'cancelled')),
  -- null: no day is left, or it is only sent by hand
  next_run_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (application_id, id),
  check (not schedule or (send_at is not null and starts_at is not null and ends_at is not null)),
  check (ends_at >= starts_at),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade,
  foreign key (application_id, sendable_id) references mailing_lists (application_id, id) on delete set null (sendable_id)
);
create index on broadcasts (application_id, survey_id, id desc);
create index on broadcasts (application_id, sendable_id) where sendable_id is not null;
create index broadcasts_due on broadcasts (next_run_at) where state = 'scheduled' and next_run_at is not null;
create trigger count_version before update on broadcasts for each row execute function count_version();
call fence_by_application('broadcasts');

-- One sending of a broadcast to the whole list.
create table broadcast_runs (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  broadcast_id bigint not null,
  -- the scheduled day by the application's calendar; null when sent by hand
  run_on date,
  -- the list of the broadcast when the run began
  mailing_list_id bigint not null,
  -- number of people on the list at the start
  total integer not null,
  -- id of the contact queued last, where the run continues after a crash
  position bigint not null default 0,
  queued_at timestamptz,
  started_at timestamptz not null,
  -- set when no delivery waits any more
  finished_at timestamptz,
  unique (application_id, id),
  -- one run per day, even when two workers start it at once
  unique (broadcast_id, run_on),
  foreign key (application_id, broadcast_id) references broadcasts (application_id, id) on delete cascade
);
-- One run at a time.
create unique index broadcast_runs_unfinished on broadcast_runs (broadcast_id) where finished_at is null;
create index on broadcast_runs (application_id, broadcast_id, id desc);
call fence_by_application('broadcast_runs');

alter table deliveries add column broadcast_run_id bigint references broadcast_runs on delete set null;
-- For the next due delivery and the figures of a run.
create index deliveries_of_run on deliveries (broadcast_run_id, state, send_at, id) where broadcast_run_id is not null;

-- Adds a purpose: a test message to oneself.
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('survey', 'message', 'case_notice', 'push', 'test'));
