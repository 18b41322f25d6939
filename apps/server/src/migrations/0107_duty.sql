-- Who of a department is on duty when, and who stands in for somebody who is away.
select set_config('wardvoice.all_applications', 'on', true);

create table duty_shifts (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  department_id bigint not null,
  -- ISO: 1 is Monday. The day on which the shift begins.
  weekday smallint not null check (weekday between 1 and 7),
  -- By the clocks of the application. A shift that does not end later than it begins ends on the next day.
  starts time not null,
  ends time not null,
  user_ids bigint[] not null check (cardinality(user_ids) between 1 and 50),
  version integer not null default 1,
  unique (application_id, id),
  foreign key (application_id, department_id) references departments (application_id, id) on delete cascade
);
create index duty_shifts_of_department on duty_shifts (application_id, department_id);
create trigger count_version before update on duty_shifts for each row execute function count_version();
call fence_by_application('duty_shifts');

create table absences (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  deputy_id bigint not null references users on delete cascade,
  -- the first and the last day, by the calendar of the application
  from_day date not null,
  to_day date not null,
  unique (application_id, id),
  check (to_day >= from_day),
  check (deputy_id <> user_id)
);
create index absences_of_person on absences (application_id, user_id, to_day);
create index absences_by_user on absences (user_id);
create index absences_by_deputy on absences (deputy_id);
call fence_by_application('absences');

-- true: whoever is on duty in the department hears in this turn, and user_ids hear when nobody is
alter table department_escalations add column on_duty boolean not null default false;
