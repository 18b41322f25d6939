-- A person typed the address, which is used in place of the patient's own.
alter table deliveries add column addressed boolean not null default false;

-- The message as somebody corrected it, which is processed in place of `raw`. `raw` never changes
-- (docs/decisions/0012).
alter table hl7_messages
  add column corrected bytea,
  add column corrected_at timestamptz,
  add column corrected_by_id bigint references users on delete set null;
