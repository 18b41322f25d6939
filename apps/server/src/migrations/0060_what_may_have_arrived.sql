select set_config('wardvoice.all_applications', 'on', true);

-- When a message of an offer may have arrived, where nobody knows. For the interval between surveys it counts as
-- arrived.
alter table invitations add column may_have_arrived_at timestamptz;

create or replace function refresh_asking(invitation_ids bigint[]) returns void language plpgsql as $$
begin
  -- Rows are locked in one order before they are read, so that a transaction which waits here reads what the other has
  -- written.
  perform from invitations where id = any(invitation_ids) order by id for no key update;
  update invitations i set
    delivery_id = best.id, asking = best.asking, asking_reason = best.reason, asked_at = best.asked_at,
    asked_uncertain = best.may_have_arrived_at is not null, may_have_arrived_at = best.may_have_arrived_at,
    address = best.address
  from (
    select one.id as invitation_id, farthest.*
    from invitations one
    cross join lateral (
      select d.id, case d.state when 'answered' then 'delivered' else d.state end as asking, d.reason,
        max(coalesce(d.sent_at, d.delivered_at, d.send_at)) filter (where d.state in ('sent', 'delivered', 'answered')) over () as asked_at,
        max(d.send_at) filter (where d.outcome_unknown) over () as may_have_arrived_at,
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
    and (i.delivery_id, i.asking, i.asking_reason, i.asked_at, i.may_have_arrived_at, i.address)
      is distinct from (best.id, best.asking, best.reason, best.asked_at, best.may_have_arrived_at, best.address);
end $$;

do $$ begin perform refresh_asking(array(select id from invitations where asked_uncertain)); end $$;
