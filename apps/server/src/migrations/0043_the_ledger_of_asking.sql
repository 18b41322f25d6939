select set_config('wardvoice.all_applications', 'on', true);

-- Invitations contain every offer of a survey, with the way in which it was made.
alter table invitations
  add column way text check (way in ('trigger', 'broadcast', 'hand', 'bedside', 'list', 'kiosk', 'case')),
  -- Answered although the same survey about the same visit was answered: these were two visits until they were merged.
  add column repeated boolean not null default false;

update invitations i set way = case
  when i.kiosk_id is not null then 'kiosk'
  when i.case_id is not null then 'case'
  when i.mailing_list_id is not null then 'list'
  when i.trigger_id is not null then 'trigger'
  when exists (select from deliveries d where d.invitation_id = i.id and d.broadcast_run_id is not null) then 'broadcast'
  when exists (select from deliveries d where d.invitation_id = i.id and d.cause like 'trigger:%') then 'trigger'
  when i.message_id is not null and not exists (select from deliveries d where d.invitation_id = i.id) then 'bedside'
  else 'hand' end;
alter table invitations alter column way set not null;

-- Of several open invitations for one visit and survey, one stays: an opened one, else a sent one, else the newest.
with ranked as (
  select i.id, row_number() over (
    partition by i.application_id, i.survey_id, i.visit_id
    order by i.opened_at is not null desc, exists (
      select from deliveries d where d.invitation_id = i.id and d.state in ('sending', 'sent', 'delivered')) desc, i.id desc) as place
  from invitations i
  where i.visit_id is not null and i.case_id is null and i.answered_at is null and i.withdrawn_at is null)
update invitations i set withdrawn_at = now() from ranked r where r.id = i.id and r.place > 1;
with ranked as (
  select i.id, row_number() over (
    partition by i.application_id, i.survey_id, i.visit_id order by i.answered_at, i.id) as place
  from invitations i
  where i.visit_id is not null and i.case_id is null and i.answered_at is not null)
update invitations i set repeated = true from ranked r where r.id = i.id and r.place > 1;
-- Open invitations beside an answered one are withdrawn.
update invitations i set withdrawn_at = now()
where i.visit_id is not null and i.case_id is null and i.answered_at is null and i.withdrawn_at is null and exists (
  select from invitations done
  where done.application_id = i.application_id and done.visit_id = i.visit_id and done.survey_id = i.survey_id
    and done.case_id is null and done.answered_at is not null);
-- A delivery whose link is withdrawn is not sent.
update deliveries d set state = 'suppressed', reason = 'already_asked_visit'
from invitations i
where d.state = 'scheduled' and i.id = d.invitation_id and i.withdrawn_at is not null and i.visit_id is not null;

-- A visit has at most one open invitation for a survey. De-escalation surveys are about answers and have their own
-- rule.
create unique index invitations_one_open on invitations (visit_id, survey_id)
  where visit_id is not null and case_id is null and answered_at is null and withdrawn_at is null;
create unique index invitations_one_answered on invitations (visit_id, survey_id)
  where visit_id is not null and case_id is null and answered_at is not null and not repeated;
-- For recent answers, however they were given.
create index invitations_answered_by_patient on invitations (application_id, patient_id, answered_at)
  where patient_id is not null and answered_at is not null;

-- When two visits are merged, the invitations of both stay, and the unique indexes above still hold.
create function join_invitations() returns trigger language plpgsql as $$
begin
  if new.answered_at is not null then
    new.repeated := exists (
      select from invitations other
      where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
        and other.case_id is null and other.answered_at is not null and not other.repeated);
    update invitations other set withdrawn_at = now()
    where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
      and other.case_id is null and other.answered_at is null and other.withdrawn_at is null;
  elsif new.withdrawn_at is null and exists (
    select from invitations other
    where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
      and other.case_id is null and (other.answered_at is not null or other.withdrawn_at is null)) then
    new.withdrawn_at := now();
  end if;
  return new;
end $$;
create trigger join_invitations before update of visit_id on invitations for each row
  when (new.visit_id is not null and new.visit_id is distinct from old.visit_id and new.case_id is null)
  execute function join_invitations();

-- Limits on messages of every kind to one person; null: no limit.
alter table applications
  add column max_messages_per_day integer check (max_messages_per_day between 1 and 100),
  add column max_messages_per_week integer check (max_messages_per_week between 1 and 500);

-- Why a person sent it although a setting of the application is against it; null: nobody did.
alter table deliveries add column override_reason text check (length(override_reason) between 1 and 500);
