-- The job that claimed a delivery, while it is being sent: a job also claims others that are due and is responsible for
-- all of them. null: claimed for the run of a broadcast, or by the previous version.
alter table deliveries add column claimed_by uuid;
create index deliveries_claimed on deliveries (claimed_by) where state = 'sending' and claimed_by is not null;

-- For the due deliveries that a job also claims.
create index deliveries_due on deliveries (application_id, send_at, id) where state = 'scheduled' and broadcast_run_id is null;
