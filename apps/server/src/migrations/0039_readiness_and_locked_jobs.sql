-- Every few seconds each worker asks which jobs are locked, and by whom. There are some dozens of them among a million
-- that wait for their day.
create index if not exists wardvoice_locked_jobs on graphile_worker._private_jobs (locked_by) where locked_by is not null;

-- What should have left by now, over all applications: asked for by /readyz and /metrics. Deliveries of a broadcast wait for
-- their turn, or for somebody to resume it, and are the business of their run.
create index deliveries_overdue on deliveries (send_at) where state = 'scheduled' and broadcast_run_id is null;

-- Ready means that the database can write. One row, written by /readyz at most once a second and process.
create table write_probe (
  id smallint primary key default 1 check (id = 1),
  written_at timestamptz not null
);
