-- An option without a value, such as "Don't know", is an answer that enters no score, mean or share.
alter table options alter column value drop not null;
