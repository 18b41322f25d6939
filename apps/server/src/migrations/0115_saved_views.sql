-- The filters, search words and order of a list, kept under a name. Numbers 0112 to 0114 are of other subjects.
select set_config('wardvoice.all_applications', 'on', true);

create table saved_views (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- whose view it is; null: it is shared with everybody in the application
  user_id bigint references users on delete cascade,
  -- address of the screen, such as /messages/index
  list text not null check (length(list) between 2 and 200),
  name text not null check (length(name) between 1 and 80),
  -- the filters as the address of the screen has them, without the question mark
  address text not null check (octet_length(address) between 1 and 4000),
  -- what people have typed into the filters, to be found when a patient is erased
  words text not null,
  version integer not null default 1,
  unique (application_id, id)
);
create unique index saved_views_by_name on saved_views (application_id, coalesce(user_id, 0), list, lower(name));
create index saved_views_by_user on saved_views (user_id) where user_id is not null;
create trigger count_version before update on saved_views for each row execute function count_version();
call fence_by_application('saved_views');
