-- For users of some wards: the patients of a ward are read from this index alone.
create index visits_of_ward on visits (application_id, location, patient_id) where location is not null;
