select set_config('wardvoice.all_applications', 'on', true);

-- Authorities of numbers: an assigning authority (CX.4), or the sending facility where a message names none.
create table patient_authorities (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- the title on screens: the namespace, else the universal id
  title text not null
);
create index on patient_authorities (application_id);
call fence_by_application('patient_authorities');

-- The names that senders use for one authority: "namespace:HOSP", "universal:ISO:1.2.3".
create table patient_authority_names (
  application_id bigint not null references applications on delete cascade,
  name text not null,
  authority_id bigint not null references patient_authorities on delete cascade,
  primary key (application_id, name)
);
create index on patient_authority_names (authority_id);
call fence_by_application('patient_authority_names');

alter table patient_identifiers
  add column authority_id bigint references patient_authorities on delete cascade,
  -- CX.5 (HL7 table 0203); '' where the sender names none
  add column type text not null default '',
  -- false: the number alone does not identify a person
  add column identifies boolean not null default true;

alter table patients
  -- 'day', 'month' or 'year': how much of the date of birth was sent. birth_date is the latest possible day.
  add column birth_date_precision text not null default 'day' check (birth_date_precision in ('day', 'month', 'year')),
  -- a conflict about this patient is open, so nothing is sent
  add column identity_in_doubt boolean not null default false,
  -- the time of death in PID-29, where it could be read
  add column died_at timestamptz;

-- A death or protection also applies to another record with the same date of birth and the same address. The index is
-- by date, because equality of dates may use an index under row-level security, and a function of an address may not.
create index patients_deceased_born on patients (application_id, birth_date) where deceased;
create index patients_protected_born on patients (application_id, birth_date) where protected;

alter table hl7_messages
  -- why an `ignored` message changed nothing
  add column ignored_reason text,
  -- oddities of a message that was processed
  add column warnings text[];

-- Merges of two records: by a message (A40 and similar events, A24), by a person, or because two names turned out to be
-- one authority. What moved is stored, so that a person can undo it.
create table patient_merges (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  kind text not null check (kind in ('merge', 'link', 'authority', 'person')),
  survivor_id bigint not null references patients,
  gone_id bigint not null references patients,
  message_id bigint references hl7_messages on delete set null,
  user_id bigint references users on delete set null,
  at timestamptz not null,
  -- {identifiers, visit_ids, joined_visits, message_ids, survivor_facts}: see features/patient-identity/merge-patients.ts
  moved jsonb not null,
  undone_at timestamptz,
  undone_by_id bigint references users on delete set null
);
create index on patient_merges (application_id, survivor_id);
create index on patient_merges (application_id, gone_id);
create index patient_merges_message on patient_merges (message_id) where message_id is not null;
call fence_by_application('patient_merges');

-- Messages whose numbers lead to two patients, or whose number seems to have been given to somebody else. Until a
-- person decides, nothing is sent to these patients.
create table identity_conflicts (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  kind text not null check (kind in ('two_patients', 'number_reused', 'several_senders')),
  -- in ascending order
  patient_ids bigint[] not null,
  -- {identifier, authority, type} of the numbers that led to the conflict
  identifiers jsonb not null,
  message_id bigint references hl7_messages on delete set null,
  opened_at timestamptz not null,
  decision text check (decision in ('same_person', 'two_persons', 'correct')),
  decided_at timestamptz,
  decided_by_id bigint references users on delete set null,
  check ((decision is null) = (decided_at is null))
);
-- A conflict is stored once, however many messages have it.
create unique index identity_conflicts_open on identity_conflicts (application_id, kind, patient_ids) where decision is null;
create index identity_conflicts_list on identity_conflicts (application_id, opened_at desc, id desc);
create index identity_conflicts_of_patient on identity_conflicts using gin (patient_ids) where decision is null;
call fence_by_application('identity_conflicts');

create table identity_conflict_messages (
  application_id bigint not null references applications on delete cascade,
  conflict_id bigint not null references identity_conflicts on delete cascade,
  message_id bigint not null references hl7_messages on delete cascade,
  primary key (conflict_id, message_id)
);
create index on identity_conflict_messages (message_id);
call fence_by_application('identity_conflict_messages');

alter table applications
  -- types of HL7 table 0203 whose numbers identify a person, best first
  add column identifier_types text[] not null default '{MR,PI,PT,PN,NI,NH,NNGBR,NHS,JHN,MC,HC,SS}',
  -- the order of day and month in dates with slashes; null: unknown, so that an ambiguous event time is an error
  add column date_order text check (date_order in ('day_first', 'month_first')),
  -- values of PV1-36 that mean that the patient died (HL7 table 0112), ignoring case
  add column death_dispositions text[] not null default
    '{20,21,22,23,24,25,26,27,28,29,40,41,42,4,5,EXPIRED,EXP,DECEASED,DIED,DEAD,DEATH,MORTUARY,STILLBIRTH,RIP}';

-- Visits: their kind, expected visits and appointments.
alter table visits drop constraint visits_state_check;
alter table visits add constraint visits_state_check
  check (state in ('expected', 'open', 'closed', 'cancelled', 'not_attended'));
alter table visits
  add column kind text check (kind in ('inpatient', 'emergency', 'outpatient')),
  add column on_leave boolean not null default false,
  add column expected_at timestamptz,
  -- PV1-7: id and name
  add column attending_doctor text,
  -- PID-18
  add column account_number text,
  -- SCH-2, else SCH-1
  add column appointment_number text,
  add column appointment_state text check (appointment_state in ('booked', 'moved', 'cancelled', 'not_attended', 'arrived', 'done'));
create unique index visits_appointment on visits (application_id, patient_id, appointment_number) where appointment_number is not null;
update visits set kind = case
  when patient_class = 'E' then 'emergency'
  when patient_class = 'O' then 'outpatient'
  when opened_by = 'A04' and coalesce(patient_class, '') <> 'I' then 'emergency'
  else 'inpatient' end;

-- ── New keys for numbers ────────────────────────────────────────────────────────────────────────────────────────────
-- Until now the key of a number was PID-3.1 with the namespace of PID-3.4. Where there was no namespace, the stored
-- messages show the universal id, or else the sender, that a number is from. Where one number came from several of
-- them, two people may share one patient: such a patient is marked as in doubt, for a person to decide.

create function pg_temp.first_cx(raw bytea) returns text language plpgsql as $$
declare
  line text;
begin
  line := substring(convert_from(raw, 'LATIN1') from '(?:\r|\n)PID\|([^\r\n]*)');
  return split_part(split_part(line, '|', 3), '~', 1);
exception when others then
  -- Bytes that are no text (NUL): the sender's facility is used instead.
  return null;
end $$;

create temp table seen_numbers on commit drop as
select application_id, patient_id, patient_identifier as identifier, facility, cx_type, universal_id, universal_type, count(*) as messages
from (
  select m.application_id, m.patient_id, m.patient_identifier,
    coalesce(nullif(m.sending_facility, ''), nullif(m.sending_application, ''), 'unnamed sender') as facility,
    case when split_part(cx, '^', 1) = m.patient_identifier then upper(trim(split_part(cx, '^', 5))) end as cx_type,
    case when split_part(cx, '^', 1) = m.patient_identifier then nullif(trim(split_part(split_part(cx, '^', 4), '&', 2)), '') end as universal_id,
    upper(trim(split_part(split_part(cx, '^', 4), '&', 3))) as universal_type
  from hl7_messages m
  cross join lateral (select case when m.raw_removed_at is null then pg_temp.first_cx(m.raw) end as cx) read
  where m.patient_id is not null and m.patient_identifier is not null
) rows
group by 1, 2, 3, 4, 5, 6, 7;
create index on seen_numbers (application_id, patient_id, identifier);
analyze seen_numbers;

create temp table new_keys on commit drop as
select i.application_id, i.patient_id, i.identifier, i.authority as old_authority,
  coalesce(case
    when i.authority <> '' then 'namespace:' || upper(trim(i.authority))
    when s.universal_id is not null then
      'universal:' || case when s.universal_type <> '' then s.universal_type when s.universal_id ~ '^[0-2](\.\d+)+$' then 'ISO' else '' end
        || ':' || upper(s.universal_id)
    when s.facility is not null then 'namespace:' || upper(trim(s.facility))
  end, 'namespace:UNNAMED SENDER') as name,
  coalesce(nullif(i.authority, ''), s.universal_id, s.facility, 'Unnamed sender') as title,
  coalesce(max(s.cx_type) filter (where length(s.cx_type) <= 20 and s.cx_type ~ '^[A-Z0-9]+$'), '') as type
from patient_identifiers i
left join seen_numbers s on s.application_id = i.application_id and s.patient_id = i.patient_id and s.identifier = i.identifier
group by i.application_id, i.patient_id, i.identifier, i.authority, 5, 6;

insert into patient_authorities (application_id, title)
select application_id, min(title) from new_keys group by application_id, name;
insert into patient_authority_names (application_id, name, authority_id)
select distinct on (k.application_id, k.name) k.application_id, k.name, a.id
from (select application_id, name, min(title) as title from new_keys group by application_id, name) k
join patient_authorities a on a.application_id = k.application_id and a.title = k.title
order by k.application_id, k.name, a.id
on conflict do nothing;
delete from patient_authorities a where not exists (select from patient_authority_names n where n.authority_id = a.id);

create temp table rekeyed on commit drop as
select distinct on (k.application_id, n.authority_id, k.type, k.identifier)
  k.application_id, n.authority_id, k.type, k.identifier, k.patient_id
from new_keys k
join patient_authority_names n on n.application_id = k.application_id and n.name = k.name
order by k.application_id, n.authority_id, k.type, k.identifier, k.patient_id;

-- Numbers that came from several senders or under several universal ids, and have one patient.
insert into identity_conflicts (application_id, kind, patient_ids, identifiers, opened_at)
select application_id, 'several_senders', array[patient_id],
  jsonb_agg(jsonb_build_object('identifier', identifier, 'authority', title, 'type', type) order by title), now()
from new_keys k
where old_authority = '' and patient_id is not null
  and exists (select from patients p where p.id = k.patient_id and p.merged_into_id is null and p.removed_at is null)
group by application_id, patient_id
having count(distinct name) > 1
on conflict do nothing;
update patients p set identity_in_doubt = true
from identity_conflicts c where c.application_id = p.application_id and p.id = any(c.patient_ids);

create table data_migrations (
  name text primary key,
  at timestamptz not null default now(),
  report jsonb not null,
  -- when it was written to the log, which happens once
  logged_at timestamptz
);
alter table data_migrations enable row level security;
alter table data_migrations force row level security;
create policy system_only on data_migrations using ((select sees_all_applications()));
insert into data_migrations (name, report)
select 'identifiers keyed by authority and type', jsonb_build_object(
  'identifiers_before', (select count(*) from patient_identifiers),
  'identifiers_after', (select count(*) from rekeyed),
  'authorities', (select count(*) from patient_authorities),
  'without_authority', (select count(*) from patient_identifiers where authority = ''),
  'patients_in_doubt', (select count(*) from identity_conflicts));

truncate patient_identifiers;
alter table patient_identifiers drop constraint patient_identifiers_pkey;
alter table patient_identifiers drop column authority;
insert into patient_identifiers (application_id, authority_id, type, identifier, patient_id)
select application_id, authority_id, type, identifier, patient_id from rekeyed;
alter table patient_identifiers alter column authority_id set not null;
alter table patient_identifiers add primary key (application_id, identifier, authority_id, type);
