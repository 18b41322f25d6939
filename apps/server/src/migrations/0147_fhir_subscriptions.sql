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
  -- events since it was made
  add column event_count bigint not null default 0 check (event_count >= 0),
  add column changed_at timestamptz not null default now(),
  add constraint webhooks_of_topic check ((topic is null) = (payload is null)),
  add constraint webhooks_of_people check (topic is not null or (headers is null and confirmed_at is null and event_count = 0));
create trigger stamp_change before update of url, description, active, off_reason, confirmed_at on webhooks
  for each row execute function stamp_change();

-- The number of the event for its subscription, from 1; null: of a webhook, or a handshake.
alter table webhook_events add column number bigint check (number > 0);
create unique index webhook_events_by_number on webhook_events (webhook_id, number) where number is not null;

-- Events of subscriptions are numbered without gaps. The row of the subscription is locked until the end of the transaction.
create or replace function announce_webhook_events(of_application bigint, of_type text, facts jsonb, at timestamptz) returns void
  language plpgsql
  as $$
begin
  with subscribed as (
    select w.id from webhooks w
    where w.application_id = of_application and w.active and of_type = any(w.events) and w.topic is not null
    order by w.id for no key update),
  counted as (
    update webhooks w set event_count = event_count + jsonb_array_length(facts)
    from subscribed where w.id = subscribed.id
    returning w.id, w.event_count - jsonb_array_length(facts) as before)
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
