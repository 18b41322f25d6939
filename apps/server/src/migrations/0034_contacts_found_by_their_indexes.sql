-- A search among a million finds, counts and sorts whom it means without reading the contacts: each way to find somebody is an
-- index that also holds the id and the name. Equal values stand together in it, which is what the duplicates are.
drop index contacts_last_word, contacts_email, contacts_phone, contacts_external_id;
create index contacts_last_word on contacts (application_id, last_word_lower text_pattern_ops, id) include (name_lower);
create index contacts_email on contacts (application_id, email_lower text_pattern_ops, id) include (name_lower)
  where email_lower is not null;
create index contacts_phone on contacts (application_id, phone text_pattern_ops, id) include (name_lower)
  where phone is not null;
create index contacts_external_id on contacts (application_id, external_id text_pattern_ops, id) include (name_lower)
  where external_id is not null;
-- Who cannot be reached are few: those without an address, and those whose address has opted out.
create index contacts_without_address on contacts (application_id, id) where email is null and phone is null;
-- The same order as the key of (application_id, id), read backwards.
drop index contacts_newest;
