-- What answers an e-mail of a patient by itself is a delivery, too. The rows are checked by the next migration, beside the feed.
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check
  check (purpose in ('survey', 'message', 'de_escalation', 'automatic_reply', 'case_notice', 'push', 'test')) not valid;
