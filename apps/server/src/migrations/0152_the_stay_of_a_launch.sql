-- A record system also tells which stay was open, where the hospital's numbers of stays are the same there.
alter table ehr_launches add column visit_number text;
