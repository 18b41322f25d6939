-- Where two visits become one, and both were offered the same survey, the link that the patient has, or may have, goes on; the other is withdrawn. Until now it
-- was the link of the visit that is no more, even where it alone had been sent, so that the patient could not answer at all.
create or replace function join_invitations() returns trigger language plpgsql as $$
begin
  if new.answered_at is not null then
    new.repeated := exists (
      select from invitations other
      where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
        and other.occasion_id is not distinct from new.occasion_id
        and other.case_id is null and other.answered_at is not null and not other.repeated);
    update invitations other set withdrawn_at = now()
    where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
      and other.occasion_id is not distinct from new.occasion_id
      and other.case_id is null and other.answered_at is null and other.withdrawn_at is null;
  elsif new.withdrawn_at is null then
    if new.opened_at is not null or new.asked_uncertain or new.asking in ('sending', 'sent', 'delivered') then
      update invitations other set withdrawn_at = now()
      where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
        and other.occasion_id is not distinct from new.occasion_id
        and other.case_id is null and other.answered_at is null and other.withdrawn_at is null
        and other.opened_at is null and not other.asked_uncertain and (other.asking in ('sending', 'sent', 'delivered')) is not true;
    end if;
    if exists (
      select from invitations other
      where other.visit_id = new.visit_id and other.survey_id = new.survey_id and other.id <> new.id
        and other.occasion_id is not distinct from new.occasion_id
        and other.case_id is null and (other.answered_at is not null or other.withdrawn_at is null)) then
      new.withdrawn_at := now();
    end if;
  end if;
  return new;
end $$;
