-- The de-escalation survey, which is sent when a case is closed.
alter table invitations
  -- the case that it follows up
  add column case_id bigint,
  add foreign key (application_id, case_id) references cases (application_id, id);
create index invitations_of_case on invitations (application_id, case_id) where case_id is not null;
-- One per case, even with several requests at once. One that was never sent is withdrawn, and another may then be made.
create unique index invitations_one_of_case on invitations (case_id) where case_id is not null and withdrawn_at is null;

alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('survey', 'message', 'de_escalation', 'case_notice', 'push', 'test'));

-- For finding recent deliveries by address: a de-escalation survey counts, although the interval does not hold it back
-- itself.
drop index deliveries_asked;
create index deliveries_asked on deliveries (application_id, recipient, sent_at)
  where purpose in ('survey', 'de_escalation') and state in ('sending', 'sent', 'delivered', 'answered');

-- Cases of one answer have one de-escalation survey together.
create index cases_of_feedback on cases (application_id, feedback_id);
