-- Every few seconds each worker looks up which jobs are locked, and by whom. There are some dozens of them among up to
-- a million that wait.
create index if not exists wardvoice_locked_jobs on graphile_worker._private_jobs (locked_by) where locked_by is not null;

-- For overdue deliveries of all applications, which /readyz and /metrics report. Deliveries of a broadcast are left
-- out, because they wait for their run.
create index deliveries_overdue on deliveries (send_at) where state = 'scheduled' and broadcast_run_id is null;

-- Ready means that the database can write. /readyz updates this one row at most once a second and process.
create table write_probe (
  id smallint primary key default 1 check (id = 1),
  written_at timestamptz not null
);
