-- The rights of a person: what is stored about them is exported, erased, or held for a court (docs/decisions/0042).

-- The opt-out of an address that was erased. Only its hash is kept, so that the address can be recognised when the
-- hospital's feed names it again, and is not written to.
alter table applications add column address_salt uuid not null default gen_random_uuid();

create function address_hash(salt uuid, address text) returns bytea
  language sql immutable parallel safe
  as $$ select sha256(convert_to(salt::text || ':' || lower(address), 'UTF8')) $$;

create table erased_addresses (
  application_id bigint not null references applications on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  address_hash bytea not null,
  -- who had opted the address out, as in opt_outs
  source text not null,
  erased_at timestamptz not null,
  primary key (application_id, channel, address_hash)
);
call fence_by_application('erased_addresses');

-- While a person is held, nothing of theirs is erased, neither by a person nor by retention.
create table legal_holds (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  reason text not null check (length(reason) <= 500),
  held_at timestamptz not null,
  held_by_id bigint references users on delete set null,
  released_at timestamptz,
  released_by_id bigint references users on delete set null,
  release_reason text check (length(release_reason) <= 500)
);
create unique index legal_holds_standing on legal_holds (patient_id) where released_at is null;
create index legal_holds_of_patient on legal_holds (patient_id);
create index legal_holds_list on legal_holds (application_id, id desc);
call fence_by_application('legal_holds');

-- The certificate of an erasure: what was erased, and nothing about whom.
create table erasures (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  at timestamptz not null,
  user_id bigint references users on delete set null,
  user_name text,
  reason text not null check (length(reason) <= 500),
  -- our record of the patient, which is empty from now on; null for a contact who is no patient
  patient_id bigint references patients on delete set null,
  erased jsonb not null,
  kept text[] not null
);
create index erasures_list on erasures (application_id, id desc);
call fence_by_application('erasures');
