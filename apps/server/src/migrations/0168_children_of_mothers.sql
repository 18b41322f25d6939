-- outside of a transaction: the children of a mother who died, for each delivery to her
create index concurrently if not exists patients_of_mother on patients (application_id, mother_identifier) where deceased and mother_identifier is not null;
