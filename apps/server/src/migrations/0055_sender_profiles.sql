-- Settings of one sender of an application, identified by MSH-3 and MSH-4.
create table sender_profiles (
  application_id bigint not null references applications on delete cascade,
  sending_application text not null,
  sending_facility text not null,
  -- the order of day and month in its dates with slashes; null: that of the application
  date_order text check (date_order in ('day_first', 'month_first')),
  -- false: nothing is sent because of its messages until a person approves it
  may_send boolean not null default true,
  primary key (application_id, sending_application, sending_facility)
);
call fence_by_application('sender_profiles');

-- Applications in which a sender without a profile sends nothing to patients.
create table sender_holds (
  application_id bigint primary key references applications on delete cascade,
  held_since timestamptz not null
);
call fence_by_application('sender_holds');
