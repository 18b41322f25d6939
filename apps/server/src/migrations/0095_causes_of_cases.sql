-- When a case is closed, somebody says why it came to it, by a cause of the organisation's list, and what was done.
select set_config('wardvoice.all_applications', 'on', true);

create table case_causes (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  -- false: it is not offered any more, and stays with the cases that have it
  active boolean not null default true,
  sort_order integer not null default 1 check (sort_order between 1 and 1000),
  version integer not null default 1,
  unique (application_id, id)
);
create unique index case_causes_title on case_causes (application_id, lower(title));
create trigger count_version before update on case_causes for each row execute function count_version();
call fence_by_application('case_causes');

alter table cases
  -- null: it was never closed, or closed while there was no cause to choose
  add column cause_id bigint,
  -- what was done, in the words of whoever closed it; null: nothing was written, or the person was erased
  add column actions_taken text check (length(actions_taken) <= 4000),
  -- A cause that a case has is switched off, and not deleted.
  add foreign key (application_id, cause_id) references case_causes (application_id, id);
create index cases_by_cause on cases (application_id, cause_id, closed_at) where cause_id is not null;
create index cases_closed on cases (application_id, closed_at) where state = 'closed';
