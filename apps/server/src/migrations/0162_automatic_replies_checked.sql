-- This reads the table while others write to it.
alter table deliveries validate constraint deliveries_purpose_check;
