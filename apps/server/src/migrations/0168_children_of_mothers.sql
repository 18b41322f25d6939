-- outside of a transaction: the children of a mother, for each delivery to her, and when she is erased
create index concurrently if not exists patients_of_mother on patients (application_id, mother_identifier) where mother_identifier is not null;
