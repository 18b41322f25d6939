-- A scale is an ordered set of options under a name. Questions that use it have exactly its options, in its order.
create table answer_scales (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  title text not null check (length(title) between 1 and 200),
  version integer not null default 1,
  unique (application_id, id)
);
create unique index on answer_scales (application_id, lower(title));
create trigger count_version before update on answer_scales for each row execute function count_version();
call fence_by_application('answer_scales');

create table answer_scale_options (
  application_id bigint not null references applications on delete cascade,
  scale_id bigint not null,
  option_id bigint not null,
  sort_order integer not null check (sort_order > 0),
  primary key (scale_id, option_id),
  foreign key (application_id, scale_id) references answer_scales (application_id, id) on delete cascade,
  foreign key (application_id, option_id) references options (application_id, id)
);
create index on answer_scale_options (application_id, option_id);
call fence_by_application('answer_scale_options');

-- null: the question has options of its own.
alter table questions add column scale_id bigint,
  add foreign key (application_id, scale_id) references answer_scales (application_id, id);
create index on questions (application_id, scale_id) where scale_id is not null;
