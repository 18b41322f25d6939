-- Programs subscribe to a topic by FHIR, and are told by the webhooks that there are (docs/decisions/0107).
select set_config('wardvoice.all_applications', 'on', true);

alter table webhooks
  -- null: it was made by a person, and is told as Standard Webhooks says
  add column topic text check (topic in ('answered', 'case-opened', 'case-changed')),
  -- whether a notification names what it is about
  add column payload text check (payload in ('empty', 'id-only')),
  -- encrypted: what its program wants to have sent with each notification; null: nothing
  add column headers bytea,
  -- when its receiver accepted the handshake; null: it is told of nothing yet
  add column confirmed_at timestamptz,
  add column changed_at timestamptz not null default now(),
  add constraint webhooks_of_topic check ((topic is null) = (payload is null)),
  add constraint webhooks_of_people check (topic is not null or (headers is null and confirmed_at is null));
create trigger stamp_change before update of url, description, active, off_reason, confirmed_at on webhooks
  for each row execute function stamp_change();

-- How many events a subscription had. It is apart from the row of the webhook, which whoever claims events locks, with those of others:
-- an answer that is being stored would keep them all waiting, and two answers and a claim could wait for each other.
create table subscription_counters (
  webhook_id bigint primary key references webhooks on delete cascade,
  application_id bigint not null,
  events bigint not null default 0 check (events >= 0)
);
call fence_by_application('subscription_counters');

-- The number of the event for its subscription, from 1; null: of a webhook, or a handshake.
alter table webhook_events add column number bigint check (number > 0);
create unique index webhook_events_by_number on webhook_events (webhook_id, number) where number is not null;

-- Events of subscriptions are numbered without gaps. The counter is locked until the end of the transaction.
create or replace function announce_webhook_events(of_application bigint, of_type text, facts jsonb, at timestamptz) returns void
  language plpgsql
  as $$
begin
  with subscribed as (
    select c.webhook_id
    from webhooks w
    join subscription_counters c on c.webhook_id = w.id
    where w.application_id = of_application and w.active and of_type = any(w.events)
    order by c.webhook_id for no key update of c),
  counted as (
    update subscription_counters c set events = events + jsonb_array_length(facts)
    from subscribed where c.webhook_id = subscribed.webhook_id
    returning c.webhook_id as id, c.events - jsonb_array_length(facts) as before)
  insert into webhook_events (application_id, webhook_id, type, data, happened_at, number)
  select w.application_id, w.id, of_type, fact, at, counted.before + f.place
  from webhooks w
  left join counted on counted.id = w.id
  cross join lateral jsonb_array_elements(facts) with ordinality as f (fact, place)
  where w.application_id = of_application and w.active and of_type = any(w.events)
    -- one that was switched on meanwhile was not counted
    and (w.topic is null or counted.id is not null)
  order by f.place, w.id;
  if found then
    perform graphile_worker.add_job('send-webhooks', '{}'::json, max_attempts => 12);
  end if;
end $$;
