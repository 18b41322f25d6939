-- A department or a person may go; the cases they had to do with stay readable, by name.
alter table departments add column deleted_at timestamptz;
create index on departments (application_id) where deleted_at is null;

alter table users add column deleted_at timestamptz;
-- who was deleted can be in no session and keeps no address
alter table users add check (deleted_at is null or deactivated_at is not null);
