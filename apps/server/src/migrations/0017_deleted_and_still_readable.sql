-- Departments and users may be deleted; cases still show their names.
alter table departments add column deleted_at timestamptz;
create index on departments (application_id) where deleted_at is null;

alter table users add column deleted_at timestamptz;
-- a deleted user can have no session
alter table users add check (deleted_at is null or deactivated_at is not null);
