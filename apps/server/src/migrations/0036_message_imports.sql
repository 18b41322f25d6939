-- Progress of a file of messages. Each message is stored by itself; this row has only the counts, and stays when the
-- import is interrupted.
create table message_imports (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint references users on delete set null,
  -- by which the client finds it; null when none was sent
  key text check (key ~ '^[A-Za-z0-9_-]{8,64}$'),
  file_name text not null check (length(file_name) <= 200),
  state text not null default 'running' check (state in ('running', 'finished', 'interrupted')),
  total integer not null check (total > 0),
  done integer not null default 0 check (done between 0 and total),
  accepted integer not null default 0 check (accepted between 0 and done),
  refused integer not null default 0 check (refused between 0 and done),
  -- included in accepted
  duplicates integer not null default 0 check (duplicates between 0 and accepted),
  started_at timestamptz not null,
  -- an import whose time is long ago was interrupted
  moved_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'finished') = (finished_at is not null))
);
create unique index message_imports_key on message_imports (application_id, user_id, key);
create index message_imports_newest on message_imports (application_id, id desc);
call fence_by_application('message_imports');
