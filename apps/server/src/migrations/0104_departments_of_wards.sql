select set_config('wardvoice.all_applications', 'on', true);

-- The department of a ward. Answers from the ward belong to it, where their link names no other.
create table department_wards (
  application_id bigint not null references applications on delete cascade,
  -- point of care (PV1-3.1)
  location text not null check (length(location) between 1 and 200),
  department_id bigint not null,
  primary key (application_id, location),
  foreign key (application_id, department_id) references departments (application_id, id) on delete cascade
);
create index on department_wards (application_id, department_id);
call fence_by_application('department_wards');
call fence_by_wards('department_wards', 'location = any ((select current_wards())::text[])');

-- Runs that give answers from before the department of their ward.
create table department_backfills (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint references users on delete set null,
  state text not null default 'running' check (state in ('running', 'finished')),
  -- wards of the person who started it; empty means all
  wards text[] not null,
  -- number of answers when it was started
  total integer not null check (total > 0),
  done integer not null default 0 check (done >= 0),
  started_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'finished') = (finished_at is not null))
);
create unique index department_backfills_running on department_backfills (application_id) where state = 'running';
create index on department_backfills (application_id, id desc);
create index on department_backfills (user_id) where user_id is not null;
call fence_by_application('department_backfills');

create index feedback_without_department on feedback (application_id, location)
  where department_id is null and location is not null;
