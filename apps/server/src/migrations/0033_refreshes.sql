-- Row-level security applies to the owner too: without this the update would see no run.
select set_config('wardvoice.all_applications', 'on', true);

-- A refresh of a list that takes too long for a request is left to a worker. The latest one of each list is kept, to
-- show its result.
create table mailing_list_refreshes (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  mailing_list_id bigint not null references mailing_lists on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  -- the rules were changed after it began, so it must run once more
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
-- One refresh at a time per list.
create unique index mailing_list_refreshes_unfinished on mailing_list_refreshes (mailing_list_id)
  where state in ('queued', 'running');
call fence_by_application('mailing_list_refreshes');

-- null: the list is rule-based, and was not refreshed for this run yet
alter table broadcast_runs add column list_filled_at timestamptz;
update broadcast_runs set list_filled_at = started_at;
