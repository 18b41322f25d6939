-- Files of rows for a hospital's analysts, written to a store of the operator (docs/decisions/0080).
select set_config('wardvoice.all_applications', 'on', true);

create table data_exports (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- a view of the schema report
  subject text not null check (subject in ('answers', 'feedback', 'invitations', 'deliveries', 'cases', 'visits')),
  format text not null check (format in ('parquet', 'csv', 'ndjson')),
  with_comments boolean not null,
  -- first and last day by the calendar of the application; null: no limit
  from_day date,
  to_day date,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'removed')),
  is_nightly boolean not null,
  -- null: nightly, or the account was deleted
  asked_by bigint references users on delete set null,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- How often it was begun. Each attempt writes a file of its own.
  attempts integer not null default 0,
  row_count bigint not null default 0,
  -- path in the store
  file text,
  bytes bigint,
  -- in words of the program, without data
  error text,
  check (from_day <= to_day),
  check ((state = 'failed') = (error is not null)),
  check (state not in ('done', 'removed') or (file is not null and bytes is not null and finished_at is not null))
);
create index on data_exports (application_id, asked_at desc, id desc);
create index data_exports_under_way on data_exports (application_id) where state in ('waiting', 'running');
create index data_exports_kept on data_exports (finished_at) where state = 'done';
create index on data_exports (asked_by) where asked_by is not null;
call fence_by_application('data_exports');

-- What an application exports each night; without a row, nothing.
create table nightly_exports (
  application_id bigint primary key references applications on delete cascade,
  active boolean not null,
  subjects text[] not null check (
    cardinality(subjects) between 1 and 6
    and subjects <@ array['answers', 'feedback', 'invitations', 'deliveries', 'cases', 'visits']),
  format text not null check (format in ('parquet', 'csv', 'ndjson')),
  with_comments boolean not null,
  -- the last so many days; null: everything
  days integer check (days between 1 and 3660),
  -- the day, in UTC, of which the exports were last asked for
  last_day date
);
call fence_by_application('nightly_exports');
