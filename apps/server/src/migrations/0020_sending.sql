-- Contacts are written to as well as patients; the gate asks the same of both.
alter table deliveries
  add column contact_id bigint references contacts on delete set null,
  -- 0: the first; 1 and 2: reminders of the same invitation
  add column reminder smallint not null default 0 check (reminder between 0 and 2),
  -- how many reminders are to follow when this one has been sent, and how many days later each
  add column reminders_left smallint not null default 0 check (reminders_left between 0 and 2),
  add column reminder_days smallint not null default 7 check (reminder_days between 1 and 60),
  -- when a rate limit lets it leave; null: not asked for yet
  add column slot_at timestamptz;
create index deliveries_of_contact on deliveries (application_id, contact_id, state) where contact_id is not null;
-- the unsubscribe link knows a delivery by its key
create unique index deliveries_by_key on deliveries (idempotency_key);
-- receipts
create index deliveries_by_gateway_id on deliveries (gateway_message_id) where gateway_message_id is not null;

-- whom a STOP is for
create index deliveries_sms_to on deliveries (recipient, application_id)
  where channel = 'sms' and state in ('sending', 'sent', 'delivered', 'failed', 'answered');

alter table invitations add column contact_id bigint references contacts on delete set null;
create index on invitations (application_id, contact_id) where contact_id is not null;

-- Who said stop, or which address bounced; who noted it, when, how.
alter table opt_outs
  add column user_id bigint references users on delete set null,
  add check (source in ('unsubscribe', 'stop', 'staff', 'complaint', 'bounce', 'import'));

-- A contact may be the family of somebody who has died: the same phone, the same mailbox.
create index patients_deceased_phone on patients (application_id, phone) where deceased and phone is not null;
create index patients_deceased_email on patients (application_id, lower(email)) where deceased and email is not null;

-- null: as fast as the gateways take it
alter table applications add column sends_per_minute integer check (sends_per_minute between 1 and 100000);

-- Rate limits: the next moment at which a gateway, or an application, may send. All processes draw from the same.
create table send_slots (
  name text primary key,
  next_at timestamptz not null
);
