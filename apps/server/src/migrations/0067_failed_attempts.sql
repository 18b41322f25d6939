-- Failed attempts at any secret, and not only at passwords: access keys of applications are counted here too.
alter table sign_in_failures rename to failed_attempts;
alter table failed_attempts
  -- what many people share, such as a network address, is forgotten so long after its first failure, and not after its last
  add column first_failed_at timestamptz not null default now();
alter table failed_attempts alter column first_failed_at drop default;

-- Wrong passwords that were entered in a session since the last right one. Nobody else can add to them.
alter table sessions add column wrong_passwords smallint not null default 0;

-- Wrong codes of one sign-in.
alter table sign_in_challenges add column wrong_codes smallint not null default 0;
