-- The survey that asks somebody again when their case is closed.
alter table invitations
  -- the case that it follows up
  add column case_id bigint,
  add foreign key (application_id, case_id) references cases (application_id, id);
create index invitations_of_case on invitations (application_id, case_id) where case_id is not null;
-- once for a case, whatever races; what never left is withdrawn and may be asked for again
create unique index invitations_one_of_case on invitations (case_id) where case_id is not null and withdrawn_at is null;

alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('survey', 'message', 'de_escalation', 'case_notice', 'push', 'test'));

-- "asked lately", by address: a follow-up counts as being asked, though it is not held back for it
drop index deliveries_asked;
create index deliveries_asked on deliveries (application_id, recipient, sent_at)
  where purpose in ('survey', 'de_escalation') and state in ('sending', 'sent', 'delivered', 'answered');

-- cases of one answer: one follow-up for all of them
create index cases_of_feedback on cases (application_id, feedback_id);
