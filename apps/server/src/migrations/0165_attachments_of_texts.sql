-- How many files came with it, such as a picture. They are not kept.
alter table inbound_texts add column attachments integer not null default 0;
