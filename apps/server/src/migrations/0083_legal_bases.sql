-- On which legal basis (GDPR Art. 6) an organisation writes for each purpose, and who has consented where the basis is
-- consent (docs/decisions/0049).

-- Each statement of a basis. It holds until the next one of the same purpose; without one nothing is stated.
create table consent_bases (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  purpose text not null check (purpose in ('care', 'surveys', 'broadcasts')),
  basis text not null check (basis in (
    'consent', 'contract', 'legal_obligation', 'vital_interests', 'public_task', 'legitimate_interests')),
  note text check (length(note) <= 500),
  valid_from timestamptz not null default clock_timestamp(),
  user_id bigint references users on delete set null,
  user_name text
);
create index consent_bases_of_purpose on consent_bases (application_id, purpose, id desc);
call fence_by_application('consent_bases');

create function refuse_change_of_basis() returns trigger
  language plpgsql
  as $$
begin
  -- the application itself is being deleted
  if tg_op = 'DELETE' then
    if not exists (select from applications where id = old.application_id) then
      return old;
    end if;
  -- the user is being deleted
  elsif tg_op = 'UPDATE' then
    if new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then
      return new;
    end if;
  end if;
  raise exception 'a statement of a legal basis cannot be changed' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on consent_bases for each row execute function refuse_change_of_basis();
create trigger never_emptied before truncate on consent_bases for each statement execute function refuse_change_of_basis();

-- Whoever has consented, at which address. The ledger says since when and in which words.
create table consents (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  purpose text not null check (purpose in ('care', 'surveys', 'broadcasts')),
  channel text not null check (channel in ('email', 'sms')),
  -- E.164, or the e-mail address in lower case
  address text not null,
  -- a contact that stands for a patient is the patient
  patient_id bigint references patients on delete cascade,
  contact_id bigint references contacts on delete cascade,
  given_at timestamptz not null default now(),
  constraint one_person check (num_nonnulls(patient_id, contact_id) = 1)
);
create unique index consents_of_patient on consents (patient_id, purpose, channel, address) where patient_id is not null;
create unique index consents_of_contact on consents (contact_id, purpose, channel, address) where contact_id is not null;
create index consents_of_address on consents (application_id, channel, address);
call fence_by_application('consents');
call fence_by_wards('consents', 'patient_id is null or patient_id in (select records_of_wards())');

alter table consent_events
  -- how a colleague was told
  add column manner text check (manner in ('paper', 'in_person', 'phone')),
  -- the day on which the person said so, where a colleague recorded it
  add column given_on date;
