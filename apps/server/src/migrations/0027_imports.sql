-- A file of contacts that is imported into a list. It is stored in the database, because the worker may run on another
-- machine, and is deleted when the import is over.
create table contact_imports (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  mailing_list_id bigint not null references mailing_lists on delete cascade,
  user_id bigint references users on delete set null,
  state text not null check (state in ('uploading', 'uploaded', 'queued', 'running', 'finished', 'failed', 'cancelled')),
  file_name text not null,
  format text not null default 'csv' check (format in ('csv', 'xlsx')),
  size_bytes bigint not null default 0,
  encoding text,
  delimiter text,
  -- {field: position of the column from 0}
  columns jsonb not null default '{}',
  -- header and first rows: {header: [], rows: [[]]}
  preview jsonb not null default '{"header": [], "rows": []}',
  attempts smallint not null default 0,
  cancel_requested boolean not null default false,
  rows_read integer not null default 0,
  -- progress, 0 to 100
  progress smallint not null default 0,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  in_error integer not null default 0,
  -- number of these that are new on the list
  joined integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index on contact_imports (application_id, mailing_list_id, id desc);
-- One import at a time per list.
create unique index contact_imports_running on contact_imports (mailing_list_id) where state in ('queued', 'running');
call fence_by_application('contact_imports');

create table contact_import_chunks (
  application_id bigint not null references applications on delete cascade,
  import_id bigint not null references contact_imports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
alter table contact_import_chunks alter column bytes set storage external;
call fence_by_application('contact_import_chunks');

-- Rows that were left out, as they are in the file.
create table contact_import_errors (
  application_id bigint not null references applications on delete cascade,
  import_id bigint not null references contact_imports on delete cascade,
  line integer not null,
  problem text not null,
  -- for a duplicate: the line of the same person
  other_line integer,
  cells jsonb not null,
  primary key (import_id, line)
);
call fence_by_application('contact_import_errors');
