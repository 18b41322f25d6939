-- Webhooks of an application (docs/decisions/0075).
select set_config('wardvoice.all_applications', 'on', true);

-- An address that is told of events. Events are sent to it as Standard Webhooks says.
create table webhooks (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  url text not null check (length(url) between 1 and 2000 and url like 'https://%'),
  description text not null default '' check (length(description) <= 200),
  -- types of events that it is told of
  events text[] not null check (cardinality(events) between 1 and 50),
  active boolean not null default true,
  -- why it was switched off by itself; null: it was not
  off_reason text check (off_reason in ('gone', 'failing')),
  off_at timestamptz,
  -- the first of the attempts that failed since the last one that succeeded; null: the last one succeeded
  failing_since timestamptz,
  -- encrypted: what signs, and until a time what signed before the last rotation
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- null: their account was deleted
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (application_id, id),
  check ((off_reason is null) = (off_at is null)),
  check (off_reason is null or not active),
  check ((previous_secret is null) = (previous_until is null))
);
create index on webhooks (application_id) where active;
create index on webhooks (created_by) where created_by is not null;
create index on webhooks (off_at) where off_at is not null;
-- What attempts lead to is no change of the settings, unless they switch the webhook off.
create trigger count_version before update of url, description, events, active on webhooks
  for each row execute function count_version();
call fence_by_application('webhooks');

-- An event for one webhook: the order to send it, and the log of its attempts. It holds ids, and no data of people.
create table webhook_events (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  webhook_id bigint not null,
  -- the header webhook-id, the same at each attempt
  message_id uuid not null default gen_random_uuid(),
  type text not null check (length(type) between 1 and 80),
  data jsonb not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- when the next attempt is due, while it waits
  due_at timestamptz not null default '-infinity',
  -- whoever sends it, and until when nobody else does
  claim uuid,
  claimed_until timestamptz,
  -- the last attempt: when, how long it took, the status and the beginning of the answer, or why there was none
  attempted_at timestamptz,
  took_ms integer,
  status integer,
  answer text check (length(answer) <= 2000),
  error text check (length(error) <= 500),
  check ((claim is null) = (claimed_until is null)),
  check (claim is null or state = 'waiting'),
  foreign key (application_id, webhook_id) references webhooks (application_id, id) on delete cascade
);
create index on webhook_events (webhook_id, due_at, id) where state = 'waiting';
create index on webhook_events (webhook_id, claimed_until) where claim is not null;
create index on webhook_events (application_id, webhook_id, id);
create index on webhook_events (webhook_id, happened_at) where state = 'failed';
create index on webhook_events (happened_at);
call fence_by_application('webhook_events');

-- Writes one row for each event and each webhook that is told of its type, and the job that sends them, in the transaction of
-- their cause. It is here and not in a query, because messages are stored by statements of their own.
create function announce_webhook_events(of_application bigint, of_type text, facts jsonb, at timestamptz) returns void
  language plpgsql
  as $$
begin
  insert into webhook_events (application_id, webhook_id, type, data, happened_at)
  select w.application_id, w.id, of_type, fact, at
  from webhooks w cross join lateral jsonb_array_elements(facts) with ordinality as f (fact, place)
  where w.application_id = of_application and w.active and of_type = any(w.events)
  order by f.place, w.id;
  if found then
    perform graphile_worker.add_job('send-webhooks', '{}'::json, max_attempts => 12);
  end if;
end $$;

-- A message that is refused when it is stored. The condition costs the others nothing.
create function announce_refused_message() returns trigger
  language plpgsql
  as $$
begin
  perform announce_webhook_events(new.application_id, 'message.error',
    jsonb_build_array(jsonb_build_object('message_id', new.id, 'code', new.error_code, 'field', new.error_field)), new.received_at);
  return null;
end $$;
create trigger announce_refused after insert on hl7_messages
  for each row when (new.state = 'error' and new.application_id is not null) execute function announce_refused_message();

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring', 'backup_failed', 'webhook_off'));
