-- A number that several people have, such as that of a family's insurance, because a person decided so. Beside another that decides who
-- somebody is, it decides nothing.
alter table patient_identifiers add column is_shared boolean not null default false;
