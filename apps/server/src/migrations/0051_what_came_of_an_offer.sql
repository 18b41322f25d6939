select set_config('wardvoice.all_applications', 'on', true);

-- The state of the deliveries of each invitation, so that who was offered a survey is read from one table. Deliveries
-- still have every attempt.
alter table invitations
  -- The delivery that came farthest; null: offered without one. It has no foreign key, because deliveries are deleted
  -- only with their application, and the index for the key would be written with every delivery.
  add column delivery_id bigint,
  -- the state of all its deliveries, reminders included
  add column asking text check (asking in ('scheduled', 'sending', 'sent', 'delivered', 'failed', 'suppressed')),
  -- why none was sent; set exactly when suppressed
  add column asking_reason text,
  -- when one was last sent, or a reminder; null: none was sent, or all bounced
  add column asked_at timestamptz,
  -- an attempt was interrupted or not answered: it may have arrived
  add column asked_uncertain boolean not null default false,
  -- the address it was last sent to, in lower case
  add column address text,
  add check ((asking = 'suppressed') = (asking_reason is not null)),
  add check ((asking is null) = (delivery_id is null));

-- Leaves room in each page, because each delivery updates its invitation twice.
alter table invitations set (fillfactor = 80);

-- Updates these invitations from the state of their deliveries.
create function refresh_asking(invitation_ids bigint[]) returns void language plpgsql as $$
begin
  -- Rows are locked in one order before they are read, so that a transaction which waits here reads what the other has
  -- written.
  perform from invitations where id = any(invitation_ids) order by id for no key update;
  update invitations i set
    delivery_id = best.id, asking = best.asking, asking_reason = best.reason, asked_at = best.asked_at,
    asked_uncertain = best.asked_uncertain, address = best.address
  from (
    select one.id as invitation_id, farthest.*
    from invitations one
    cross join lateral (
      select d.id, case d.state when 'answered' then 'delivered' else d.state end as asking, d.reason,
        max(coalesce(d.sent_at, d.delivered_at, d.send_at)) filter (where d.state in ('sent', 'delivered', 'answered')) over () as asked_at,
        bool_or(d.outcome_unknown) over () as asked_uncertain,
        lower(first_value(d.recipient) over (
          order by d.recipient is null, d.state in ('scheduled', 'suppressed', 'failed'), d.id desc)) as address
      from deliveries d
      where d.application_id = one.application_id and d.invitation_id = one.id and d.purpose in ('survey', 'de_escalation')
      order by
        case d.state when 'sending' then 0 when 'answered' then 1 when 'delivered' then 1 when 'sent' then 2 else 3 end,
        -- it may have arrived, so a person decides whether it is sent again
        d.outcome_unknown desc,
        case d.state when 'scheduled' then 0 when 'failed' then 1 else 2 end,
        d.id
      limit 1
    ) farthest
    where one.id = any(invitation_ids)
  ) best
  where i.id = best.invitation_id
    and (i.delivery_id, i.asking, i.asking_reason, i.asked_at, i.asked_uncertain, i.address)
      is distinct from (best.id, best.asking, best.reason, best.asked_at, best.asked_uncertain, best.address);
end $$;

create function record_planned_asking() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  touched := array(
    select distinct n.invitation_id from planned n
    where n.invitation_id is not null and n.purpose in ('survey', 'de_escalation'));
  if cardinality(touched) > 0 then perform refresh_asking(touched); end if;
  return null;
end $$;

create function record_moved_asking() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  touched := array(
    select distinct n.invitation_id from moved n join before b on b.id = n.id
    where n.invitation_id is not null and n.purpose in ('survey', 'de_escalation')
      and (n.state, n.reason, n.sent_at, n.invitation_id, n.outcome_unknown, n.recipient)
        is distinct from (b.state, b.reason, b.sent_at, b.invitation_id, b.outcome_unknown, b.recipient));
  if cardinality(touched) > 0 then perform refresh_asking(touched); end if;
  return null;
end $$;

do $$ begin perform refresh_asking(array(select distinct invitation_id from deliveries where invitation_id is not null)); end $$;

create trigger record_planned_asking after insert on deliveries
  referencing new table as planned for each statement execute function record_planned_asking();
create trigger record_moved_asking after update on deliveries
  referencing old table as before new table as moved for each statement execute function record_moved_asking();

-- For finding recent offers by address, now in invitations.
create index invitations_asked_at_address on invitations (application_id, address) where address is not null;
drop index deliveries_asked;
