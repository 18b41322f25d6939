-- Trials of a rule on all that came in a year or longer, which take too long for one call.
select set_config('wardvoice.all_applications', 'on', true);

create table trigger_trials (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  asked_by bigint references users on delete set null,
  -- wards of whoever asked; empty means all
  wards text[] not null,
  -- the rule as it was tried, with the id of the stored one
  rule jsonb not null,
  days integer not null check (days > 0),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  attempts integer not null default 0,
  -- number of messages to look at, and of those that were looked at
  expected integer not null default 0,
  examined integer not null default 0,
  -- counts, and the newest decisions without names; null until it is done
  outcome jsonb,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((state = 'done') = (outcome is not null))
);
create index on trigger_trials (application_id, asked_at);
create index on trigger_trials (asked_by) where asked_by is not null;
create index on trigger_trials (asked_at);
call fence_by_application('trigger_trials');
-- Whoever sees some wards sees trials of these wards only.
call fence_by_wards('trigger_trials', 'wards <> ''{}'' and wards <@ (select current_wards())::text[]');
