-- What a mail program answered by itself, as that somebody is away. Nobody has to read it, and it asks for nothing.
alter table inbound_texts add column automatic boolean not null default false;
