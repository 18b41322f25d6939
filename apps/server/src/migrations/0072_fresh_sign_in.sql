-- When the person of a session last proved who they are. Dangerous calls want that this is not long ago.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;

alter table single_sign_on_attempts
  -- somebody who has a session proves again who they are, and gets no further session
  add column is_proof boolean not null default false,
  -- when the identity provider asked for the person's password or the like; null where it does not say
  add column authenticated_at timestamptz;
