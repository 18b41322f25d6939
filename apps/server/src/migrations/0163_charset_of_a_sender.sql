-- The charset that a sender writes, where MSH-18 does not say it or is wrong; null: what MSH-18 says.
alter table sender_profiles add column charset text check (char_length(charset) between 1 and 40);
