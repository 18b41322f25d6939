-- Keys of the data. Links, hashes, signatures and what is encrypted are made with them. They are stored encrypted by the secret
-- key of the settings, which the database never has, so that either can be replaced (docs/decisions/0045).
create table data_keys (
  -- a later key has a greater id
  id bigint generated always as identity primary key,
  -- stored beside what the key made; the key cannot be computed from it
  name text not null unique check (name ~ '^[0-9a-f]{12}$'),
  made_at timestamptz not null,
  -- later than made_at, so that every process knows the key before anything is made with it
  current_from timestamptz not null,
  -- name of the secret key that was in use then
  made_under text not null,
  -- since then it verifies entries of the audit, and nothing else
  retired_at timestamptz,
  -- the last place in the chain of the audit that it may have signed
  audit_until bigint,
  constraint retired_with_its_last_place check ((retired_at is null) = (audit_until is null))
);

create table data_key_wraps (
  data_key_id bigint not null references data_keys on delete cascade,
  -- name of the secret key that decrypts it
  secret_key text not null check (secret_key ~ '^[0-9a-f]{12}$'),
  wrapped bytea not null,
  primary key (data_key_id, secret_key)
);

comment on column two_step.secret is 'AES-256-GCM under a data key, whose name it begins with';
