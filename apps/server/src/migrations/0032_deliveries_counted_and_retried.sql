select set_config('wardvoice.all_applications', 'on', true);

-- Retries of several failed deliveries together.
create table delivery_retries (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint references users on delete set null,
  total integer not null check (total > 0),
  created_at timestamptz not null,
  unique (application_id, id)
);
create index on delivery_retries (application_id, id desc);
call fence_by_application('delivery_retries');

alter table deliveries
  -- the survey, also before there is an invitation
  add column survey_id bigint,
  -- the ward of the patient when it was planned, so that a ward's deliveries are found without their messages
  add column location text,
  -- its survey was opened
  add column opened boolean not null default false,
  -- an attempt was interrupted or not answered: it may have arrived although it failed
  add column outcome_unknown boolean not null default false,
  -- the retry that it was last part of
  add column retry_id bigint references delivery_retries on delete set null,
  add foreign key (application_id, survey_id) references surveys (application_id, id) on delete set null (survey_id);

update deliveries d set
  survey_id = coalesce(i.survey_id, b.survey_id),
  location = m.location,
  opened = i.opened_at is not null,
  outcome_unknown = coalesce(d.state = 'failed' and d.last_error like '%may or may not have arrived%', false)
from deliveries self
left join invitations i on i.id = self.invitation_id
left join hl7_messages m on m.id = self.message_id
left join broadcast_runs r on r.id = self.broadcast_run_id
left join broadcasts b on b.id = r.broadcast_id
where self.id = d.id and (self.invitation_id is not null or self.message_id is not null or self.broadcast_run_id is not null
  or self.state = 'failed');

-- For the figures of the Deliveries screen with any filter, which are read from this index alone. It stays small,
-- because it has few different values and equal keys are stored once.
create index deliveries_funnel on deliveries
  (application_id, state, reason, opened, purpose, channel, survey_id, location, broadcast_run_id);
create index deliveries_by_survey on deliveries (application_id, survey_id, created_at desc, id desc) where survey_id is not null;
create index deliveries_by_location on deliveries (application_id, location, created_at desc, id desc) where location is not null;
create index deliveries_of_retry on deliveries (retry_id, state) where retry_id is not null;
