select set_config('wardvoice.all_applications', 'on', true);

-- Texts and e-mails that people write back. They are stored before the gateway gets its answer.
create table inbound_texts (
  id bigint generated always as identity primary key,
  -- null: sent to a number that several organisations share, by somebody to whom none of them wrote. Superusers see it.
  application_id bigint references applications on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  -- E.164, or an e-mail address in lower case; as received where it is neither
  from_address text not null check (length(from_address) <= 320),
  subject text check (length(subject) <= 500),
  text text not null check (length(text) <= 4000),
  received_at timestamptz not null,
  -- "application 12", "twilio" or "smpp": where `gateway_message_id` is unique
  received_from text not null,
  gateway_message_id text check (length(gateway_message_id) <= 320),
  -- the delivery that it answers: the newest one to that address, and its person
  delivery_id bigint references deliveries on delete set null,
  patient_id bigint references patients,
  visit_id bigint references visits,
  contact_id bigint references contacts on delete set null,
  location text,
  language text,
  understood text check (understood in ('stop', 'start', 'help')),
  -- it has more, or other, words than a keyword: a person should read it
  doubtful boolean not null default false,
  harm boolean not null default false,
  -- the automatic reply
  reply text,
  read_at timestamptz,
  read_by_id bigint references users on delete set null,
  -- when a person replied, or a case was opened
  handled_at timestamptz,
  unique (application_id, id),
  -- a text that its gateway sends again is the same row
  unique (received_from, channel, gateway_message_id)
);
create index inbound_texts_list on inbound_texts (application_id, received_at desc, id desc);
create index inbound_texts_unread on inbound_texts (application_id) where read_at is null;
create index inbound_texts_of_address on inbound_texts (application_id, from_address, received_at);
create index inbound_texts_of_patient on inbound_texts (patient_id, received_at desc) where patient_id is not null;
create index inbound_texts_of_delivery on inbound_texts (delivery_id) where delivery_id is not null;
create index inbound_texts_of_visit on inbound_texts (visit_id) where visit_id is not null;
create index inbound_texts_of_contact on inbound_texts (contact_id) where contact_id is not null;
call fence_by_application('inbound_texts');

-- When an address was last sent the notice that nobody watches the number at all hours: once in 30 days.
create table inbound_notices (
  application_id bigint not null references applications on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  sent_at timestamptz not null,
  primary key (application_id, channel, address)
);
call fence_by_application('inbound_notices');

alter table applications
  -- the organisation's own words for this notice
  add column unwatched_notice text check (length(unwatched_notice) between 1 and 480);

-- A case is opened by an answer or by a text.
alter table cases
  alter column feedback_id drop not null,
  alter column survey_id drop not null,
  add column text_id bigint,
  add foreign key (application_id, text_id) references inbound_texts (application_id, id),
  add check (num_nonnulls(feedback_id, text_id) = 1),
  drop constraint cases_feedback_id_department_id_key,
  add constraint cases_once unique nulls not distinct (feedback_id, text_id, department_id);
create index cases_of_text on cases (text_id) where text_id is not null;

alter table inbox_items
  alter column feedback_id drop not null,
  add column text_id bigint,
  add foreign key (application_id, text_id) references inbound_texts (application_id, id) on delete cascade,
  add check (num_nonnulls(feedback_id, text_id) = 1),
  drop constraint inbox_items_kind_check,
  add check (kind in ('case_opened', 'case_escalated', 'case_notify', 'text_received')),
  drop constraint inbox_items_user_id_kind_feedback_id_department_id_level_key,
  add constraint inbox_items_once unique nulls not distinct (user_id, kind, feedback_id, text_id, department_id, level);
create index inbox_of_text on inbox_items (text_id, user_id) where text_id is not null;

insert into permissions (name) values ('texts.list'), ('texts.reply') on conflict do nothing;
-- Users who read and work on cases also get the permissions for texts.
insert into user_permissions (user_id, permission_id)
select distinct held.user_id, wanted.id
from user_permissions held
join permissions p on p.id = held.permission_id and p.name in ('cases.list', 'cases.update')
join permissions wanted on wanted.name = case p.name when 'cases.list' then 'texts.list' else 'texts.reply' end
on conflict do nothing;
