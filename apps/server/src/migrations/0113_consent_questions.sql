-- Questions whose answer is a consent: agree, or not (docs/decisions/0068).
select set_config('wardvoice.all_applications', 'on', true);

alter table questions
  drop constraint questions_type_of_check,
  add constraint questions_type_of_check check (
    type_of in ('radio', 'checkbox', 'rating', 'nps', 'yes_no', 'text', 'number', 'date', 'consent')),
  -- what is consented to, as the ledger of consent knows it; null: something that the ledger does not know
  add column purpose text check (purpose in ('care', 'surveys', 'broadcasts')),
  add constraint purpose_of_consent check (type_of = 'consent' or purpose is null);

alter table options
  -- what choosing it in a consent means; null: it belongs to no consent
  add column agrees boolean,
  add constraint consent_has_no_value check (agrees is null or value is null);

alter table feedback_answers
  -- the words that the person saw, and their language
  add column statement text check (length(statement) between 1 and 1000),
  add column statement_language text,
  -- whether the person agreed to them
  add column agrees boolean,
  add constraint answers_to_consent check (
    num_nonnulls(statement, statement_language, agrees) in (0, 3) and (question_type = 'consent' or agrees is null));

alter table consent_events
  drop constraint consent_events_source_check,
  add constraint consent_events_source_check check (source in (
    'preferences', 'unsubscribe', 'one_click', 'stop', 'staff', 'complaint', 'bounce', 'import',
    'contact_changed', 'contacts_merged', 'contact_import', 'feed', 'survey'));
