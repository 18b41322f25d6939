-- People are found by phone number, e-mail address and date of birth. Under row-level security only leakproof comparisons may use an
-- index: lower() is not, so that the lower-case address is a column, as those of the names are (0008_lists_of_a_million.sql).
alter table patients add column email_lower text generated always as (lower(email)) stored;

create index patients_phone on patients (application_id, phone) where phone is not null;
create index patients_email on patients (application_id, email_lower) where email_lower is not null;
create index patients_born on patients (application_id, birth_date) where birth_date is not null;
