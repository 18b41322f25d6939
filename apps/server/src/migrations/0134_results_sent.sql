-- Answered surveys are sent to destinations as results, ORU^R01 (docs/decisions/0093).
select set_config('wardvoice.all_applications', 'on', true);

alter table destinations
  -- whether received messages are forwarded
  add column messages boolean not null default true,
  -- whether the answers of patients are sent
  add column answers boolean not null default false,
  add constraint sends_something check (messages or answers);
drop trigger count_version on destinations;
create trigger count_version
  before update of name, host, port, tls, ca, messages, answers, message_types, wards, answer_seconds, on_error, active on destinations
  for each row execute function count_version();

alter table destination_messages
  alter column message_id drop not null,
  -- the answered survey, of which the text is made when it is sent
  add column feedback_id bigint,
  add foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade,
  add constraint of_a_message_or_answers check (num_nonnulls(message_id, feedback_id) = 1);
create unique index on destination_messages (destination_id, feedback_id) where feedback_id is not null;
create index on destination_messages (application_id, feedback_id) where feedback_id is not null;
