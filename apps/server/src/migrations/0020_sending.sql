-- Deliveries may be to contacts as well as to patients; the gate decides about both.
alter table deliveries
  add column contact_id bigint references contacts on delete set null,
  -- 0: the first message; 1 and 2: reminders of the same invitation
  add column reminder smallint not null default 0 check (reminder between 0 and 2),
  -- how many reminders follow this delivery, and how many days later each
  add column reminders_left smallint not null default 0 check (reminders_left between 0 and 2),
  add column reminder_days smallint not null default 7 check (reminder_days between 1 and 60),
  -- when a rate limit allows it; null: no slot is reserved yet
  add column slot_at timestamptz;
create index deliveries_of_contact on deliveries (application_id, contact_id, state) where contact_id is not null;
-- For unsubscribe links, which contain the key of a delivery.
create unique index deliveries_by_key on deliveries (idempotency_key);
-- For receipts.
create index deliveries_by_gateway_id on deliveries (gateway_message_id) where gateway_message_id is not null;

-- For finding the application of a STOP.
create index deliveries_sms_to on deliveries (recipient, application_id)
  where channel = 'sms' and state in ('sending', 'sent', 'delivered', 'failed', 'answered');

alter table invitations add column contact_id bigint references contacts on delete set null;
create index on invitations (application_id, contact_id) where contact_id is not null;

-- Who opted out or which address bounced; who recorded it, when and how.
alter table opt_outs
  add column user_id bigint references users on delete set null,
  add check (source in ('unsubscribe', 'stop', 'staff', 'complaint', 'bounce', 'import'));

-- A contact may belong to the family of somebody who has died, with the same phone or mailbox.
create index patients_deceased_phone on patients (application_id, phone) where deceased and phone is not null;
create index patients_deceased_email on patients (application_id, lower(email)) where deceased and email is not null;

-- null: only the gateways limit the rate
alter table applications add column sends_per_minute integer check (sends_per_minute between 1 and 100000);

-- Rate limits: the next time at which a gateway or an application may send, shared by all processes.
create table send_slots (
  name text primary key,
  next_at timestamptz not null
);
