-- Row-level security holds for the owner too: without this the update would see no run.
select set_config('wardvoice.all_applications', 'on', true);

-- A list that cannot be filled anew in a moment is filled by a worker. The latest one of each list stays, to say what came of it.
create table mailing_list_refreshes (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  mailing_list_id bigint not null references mailing_lists on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  -- the rules were changed since it was asked for: what it finds is old already
  again boolean not null default false,
  attempts smallint not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  added integer not null default 0,
  removed integer not null default 0,
  contacts_made integer not null default 0,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((state in ('finished', 'failed')) = (finished_at is not null))
);
create index on mailing_list_refreshes (application_id, mailing_list_id, id desc);
create index on mailing_list_refreshes (mailing_list_id);
-- one at a time
create unique index mailing_list_refreshes_unfinished on mailing_list_refreshes (mailing_list_id)
  where state in ('queued', 'running');
call fence_by_application('mailing_list_refreshes');

-- null: the list fills itself, and the run has not done that yet
alter table broadcast_runs add column list_filled_at timestamptz;
update broadcast_runs set list_filled_at = started_at;
