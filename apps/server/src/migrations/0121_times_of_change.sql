-- When records last changed, for whoever reads on from where they were, such as the FHIR interface (docs/decisions/0078).

-- The time of the changes of this transaction, in whole milliseconds, as programs write it. It is later than the begin of the
-- transaction, and the transaction has its number before it: complete_until() depends on both. All rows that a transaction
-- changes get the same time.
create function change_time() returns timestamptz
  language plpgsql volatile
  as $$
declare
  noted text := coalesce(current_setting('wardvoice.change_time', true), '');
begin
  if noted = '' then
    perform pg_current_xact_id();
    noted := date_trunc('milliseconds', clock_timestamp())::text;
    perform set_config('wardvoice.change_time', noted, true);
  end if;
  return noted::timestamptz;
end $$;

-- Every change with an earlier time is committed and visible to the next statement. Transactions that write are as old as
-- pg_stat_activity says; one that has no number yet has noted no time. The sessions of other roles are not seen.
create function complete_until() returns timestamptz
  language plpgsql volatile
  as $$
declare
  asked timestamptz := clock_timestamp();
  oldest timestamptz;
begin
  select min(xact_start) into oldest
  from pg_stat_activity
  where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid();
  return date_trunc('milliseconds', least(asked, oldest));
end $$;

create function stamp_change() returns trigger
  language plpgsql
  as $$
begin
  new.changed_at := change_time();
  return new;
end $$;

-- What is stored already counts as changed now: nobody knows better. A default that is no function of each row rewrites no table.
alter table patients add column changed_at timestamptz not null default now();
alter table visits add column changed_at timestamptz not null default now();
alter table surveys add column changed_at timestamptz not null default now();
alter table feedback add column changed_at timestamptz not null default now();
alter table deliveries add column changed_at timestamptz not null default now();
alter table cases add column changed_at timestamptz not null default now();
alter table consent_events add column changed_at timestamptz not null default now();
-- Entries of the audit never change.
alter table audit_entries add column stored_at timestamptz not null default now();
alter table audit_entries alter column stored_at set default change_time();

create index patients_by_change on patients (application_id, changed_at, id);
create index visits_by_change on visits (application_id, changed_at, id);
create index surveys_by_change on surveys (application_id, changed_at, id);
create index feedback_by_time_of_change on feedback (application_id, changed_at, id);
create index deliveries_by_change on deliveries (application_id, changed_at, id);
create index cases_by_change on cases (application_id, changed_at, id);
create index consent_events_by_change on consent_events (application_id, changed_at, id);
create index audit_entries_by_storing on audit_entries (application_id, stored_at, id);

-- Only columns that are shown count: a message that says nothing new, and the bookkeeping of a claim, change nothing. A column
-- that the interface shows later must be added to its condition.
create trigger stamp_new before insert on patients for each row execute function stamp_change();
create trigger stamp_change before update on patients for each row
  when ((old.identifier, old.authority, old.given_name, old.family_name, old.birth_date, old.birth_date_precision, old.sex,
      old.deceased, old.died_at, old.phone, old.email, old.language, old.merged_into_id, old.removed_at)
    is distinct from (new.identifier, new.authority, new.given_name, new.family_name, new.birth_date,
      new.birth_date_precision, new.sex, new.deceased, new.died_at, new.phone, new.email, new.language, new.merged_into_id,
      new.removed_at))
  execute function stamp_change();

create trigger stamp_new before insert on visits for each row execute function stamp_change();
create trigger stamp_change before update on visits for each row
  when ((old.patient_id, old.visit_number, old.appointment_number, old.state, old.kind, old.on_leave, old.patient_class,
      old.location, old.appointment_state, old.expected_at, old.admitted_at, old.discharged_at)
    is distinct from (new.patient_id, new.visit_number, new.appointment_number, new.state, new.kind, new.on_leave,
      new.patient_class, new.location, new.appointment_state, new.expected_at, new.admitted_at, new.discharged_at))
  execute function stamp_change();

create trigger stamp_change before insert or update on surveys for each row execute function stamp_change();

create trigger stamp_new before insert on feedback for each row execute function stamp_change();
create trigger stamp_change before update on feedback for each row
  when ((old.survey_id, old.score, old.language, old.location) is distinct from (new.survey_id, new.score, new.language, new.location))
  execute function stamp_change();

create trigger stamp_new before insert on deliveries for each row execute function stamp_change();
create trigger stamp_change before update on deliveries for each row
  when ((old.state, old.reason, old.channel, old.recipient, old.subject, old.text, old.send_at, old.sent_at, old.delivered_at,
      old.patient_id, old.contact_id, old.visit_id, old.survey_id, old.location, old.outcome_unknown)
    is distinct from (new.state, new.reason, new.channel, new.recipient, new.subject, new.text, new.send_at, new.sent_at,
      new.delivered_at, new.patient_id, new.contact_id, new.visit_id, new.survey_id, new.location, new.outcome_unknown))
  execute function stamp_change();

create trigger stamp_new before insert on cases for each row execute function stamp_change();
create trigger stamp_change before update on cases for each row
  when ((old.state, old.severity, old.due_at, old.department_id, old.claimed_by_id, old.closed_at, old.cause_id, old.actions_taken,
      old.question, old.answer, old.location, old.visit_id, old.feedback_id)
    is distinct from (new.state, new.severity, new.due_at, new.department_id, new.claimed_by_id, new.closed_at, new.cause_id,
      new.actions_taken, new.question, new.answer, new.location, new.visit_id, new.feedback_id))
  execute function stamp_change();

create trigger stamp_change before insert or update on consent_events for each row execute function stamp_change();

-- An entry of the ledger is replaced by the next one about the same purpose at the same address, and is then shown as inactive. It
-- stays as it is: its time of change is no part of what was decided.
create or replace function refuse_change_of_consent() returns trigger
  language plpgsql
  as $$
declare
  erasable constant text[] := '{address,address_hash,patient_id,contact_id,user_id,written,note,carried_from}';
begin
  -- the application itself is being deleted
  if tg_op = 'DELETE' then
    if not exists (select from applications where id = old.application_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'consent_events' then
    if to_jsonb(new) - erasable - 'changed_at' = to_jsonb(old) - erasable - 'changed_at'
      and (new.address_hash is not distinct from old.address_hash or (old.address is not null and new.address is null))
      and not exists (
        select from jsonb_each(to_jsonb(new)) as field
        where field.key = any (erasable) and field.key <> 'address_hash'
          and field.value <> 'null' and field.value <> to_jsonb(old) -> field.key) then
      return new;
    end if;
  end if;
  raise exception 'the ledger of consent cannot be changed' using errcode = 'insufficient_privilege';
end $$;

-- With the rights of the owner, because the role of the program may only read and append.
create function stamp_replaced_consent() returns trigger
  language plpgsql security definer
  as $$
begin
  update consent_events e set changed_at = change_time()
  where e.application_id = new.application_id and e.changed_at <> change_time() and e.id = (
    select max(earlier.id) from consent_events earlier
    where earlier.application_id = new.application_id and earlier.channel = new.channel and earlier.address = new.address
      and earlier.purpose = new.purpose and earlier.id < new.id);
  return null;
end $$;
create trigger stamp_replaced after insert on consent_events for each row execute function stamp_replaced_consent();

-- What is shown as a part of another record changes that record. A row that has the time of this transaction already is left alone.

create function stamp_patients_of_identifiers() returns trigger
  language plpgsql
  as $$
begin
  if tg_op <> 'DELETE' then
    update patients p set changed_at = change_time()
    where p.application_id = new.application_id and p.id = new.patient_id and p.changed_at <> change_time();
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.patient_id <> new.patient_id) then
    update patients p set changed_at = change_time()
    where p.application_id = old.application_id and p.id = old.patient_id and p.changed_at <> change_time();
  end if;
  return null;
end $$;
create trigger stamp_patient after insert or update or delete on patient_identifiers
  for each row execute function stamp_patients_of_identifiers();

create function stamp_feedback_of_answer() returns trigger
  language plpgsql
  as $$
begin
  update feedback f set changed_at = change_time()
  where f.application_id = new.application_id and f.id = new.feedback_id and f.changed_at <> change_time();
  return null;
end $$;
create trigger stamp_feedback after update on feedback_answers for each row execute function stamp_feedback_of_answer();

create function stamp_feedback_of_invitation() returns trigger
  language plpgsql
  as $$
begin
  update feedback f set changed_at = change_time()
  where f.application_id = new.application_id and f.invitation_id = new.id and f.changed_at <> change_time();
  -- The case is about the patient of the invitation.
  update cases c set changed_at = change_time()
  from feedback f
  where f.application_id = new.application_id and f.invitation_id = new.id
    and c.application_id = f.application_id and c.feedback_id = f.id and c.changed_at <> change_time();
  return null;
end $$;
create trigger stamp_feedback after update of patient_id, contact_id, visit_id on invitations
  for each row when ((old.patient_id, old.contact_id, old.visit_id) is distinct from (new.patient_id, new.contact_id, new.visit_id))
  execute function stamp_feedback_of_invitation();

create function stamp_case_of_text() returns trigger
  language plpgsql
  as $$
begin
  update cases c set changed_at = change_time()
  where c.application_id = new.application_id and c.text_id = new.id and c.changed_at <> change_time();
  return null;
end $$;
create trigger stamp_case after update of patient_id on inbound_texts
  for each row when (old.patient_id is distinct from new.patient_id) execute function stamp_case_of_text();

create function stamp_case_of_step() returns trigger
  language plpgsql
  as $$
begin
  update cases c set changed_at = change_time()
  where c.application_id = new.application_id and c.id = new.case_id and c.changed_at <> change_time();
  return null;
end $$;
create trigger stamp_case after insert or update on case_steps for each row execute function stamp_case_of_step();
