select set_config('wardvoice.all_applications', 'on', true);

-- A delivery that failed because its gateway reported so after it had accepted it. The result that the sending process
-- records later does not change it to sent.
alter table deliveries
  add column undelivered boolean not null default false,
  add constraint deliveries_undelivered_check check (not undelivered or state = 'failed');
update deliveries set undelivered = true where state = 'failed' and sent_at is not null and not outcome_unknown;

-- Receipts whose delivery is not known yet, because the gateway was faster than our own record. A receipt is deleted
-- when it has been applied.
create table waiting_receipts (
  id bigint generated always as identity primary key,
  -- the application whose credentials were used; null: from a gateway that serves all applications
  application_id bigint references applications on delete cascade,
  event text not null check (event in ('delivered', 'failed', 'bounced', 'complained')),
  gateway_message_id text,
  idempotency_key uuid,
  error text,
  received_at timestamptz not null,
  check (gateway_message_id is not null or idempotency_key is not null)
);
create index on waiting_receipts (received_at);
create index on waiting_receipts (application_id) where application_id is not null;
call fence_by_application('waiting_receipts');

-- Nothing is sent for an application while it has a hold that nobody has released.
create table sending_holds (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- restored: the database is older than this installation has seen; by_hand: a person stopped sending
  reason text not null check (reason in ('restored', 'by_hand')),
  held_at timestamptz not null,
  held_by_id bigint references users on delete set null,
  released_at timestamptz,
  released_by_id bigint references users on delete set null
);
create unique index sending_holds_in_force on sending_holds (application_id) where released_at is null;
create index on sending_holds (application_id, id desc);
call fence_by_application('sending_holds');

-- The installation and its counter. The counter goes up while anything may be sent, and each worker stores the last
-- value outside of the database. A lower value here means that the database was restored from a backup.
create table sending_epoch (
  only_row boolean primary key default true check (only_row),
  installation uuid not null default gen_random_uuid(),
  counter bigint not null default 0
);
insert into sending_epoch default values;
