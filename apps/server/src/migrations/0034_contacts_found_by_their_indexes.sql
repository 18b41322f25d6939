-- A search among a million contacts finds, counts and sorts without reading them: each way to find a contact has an
-- index that also contains the id and the name. In these indexes equal values are adjacent, so duplicates are found
-- too.
drop index contacts_last_word, contacts_email, contacts_phone, contacts_external_id;
create index contacts_last_word on contacts (application_id, last_word_lower text_pattern_ops, id) include (name_lower);
create index contacts_email on contacts (application_id, email_lower text_pattern_ops, id) include (name_lower)
  where email_lower is not null;
create index contacts_phone on contacts (application_id, phone text_pattern_ops, id) include (name_lower)
  where phone is not null;
create index contacts_external_id on contacts (application_id, external_id text_pattern_ops, id) include (name_lower)
  where external_id is not null;
-- Contacts that cannot be reached are few: those without an address, and those whose address has opted out.
create index contacts_without_address on contacts (application_id, id) where email is null and phone is null;
-- The key of (application_id, id), read backwards, gives the same order.
drop index contacts_newest;
