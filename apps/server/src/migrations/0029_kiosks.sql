-- A tablet on a ward on which people answer a survey anonymously. It uses no session: its pages need a cookie with a
-- secret of its own.
create table kiosks (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- SHA-256 of the secret, which only the tablet has
  secret_hash bytea not null unique,
  survey_id bigint not null,
  -- null: the list was deleted, and with it the page on which the kiosk could be ended, so it shows no survey any more
  mailing_list_id bigint references mailing_lists on delete set null,
  -- a department that its answers are tagged with
  department_id bigint,
  -- the ward (PV1-3.1) that its answers are counted for
  location text check (length(location) between 1 and 100),
  -- name of the tablet: "Tablet ward 4"
  label text not null check (length(label) between 1 and 100),
  started_by_id bigint references users on delete set null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at > started_at and expires_at <= started_at + interval '720 hours'),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade,
  foreign key (application_id, department_id) references departments (application_id, id) on delete set null (department_id)
);
create index on kiosks (application_id, mailing_list_id, id);
create index on kiosks (mailing_list_id);
create index on kiosks (application_id, survey_id);
call fence_by_application('kiosks');

alter table invitations
  -- Answered on a kiosk, anonymously.
  add column kiosk_id bigint references kiosks,
  -- Filled in by staff with somebody of this list.
  add column mailing_list_id bigint references mailing_lists on delete set null;
create index on invitations (kiosk_id, answered_at) where kiosk_id is not null;
create index on invitations (mailing_list_id, id) where mailing_list_id is not null;
