-- Answers that were given in a portal of another system (FHIR, QuestionnaireResponse).

alter table invitations
  -- Under which the other system knows the answers.
  add column identifier text,
  drop constraint invitations_way_check;
alter table invitations add constraint invitations_way_check
  check (way in ('trigger', 'broadcast', 'hand', 'bedside', 'list', 'kiosk', 'case', 'pathway', 'portal'));
create unique index invitations_by_identifier on invitations (application_id, identifier) where identifier is not null;
