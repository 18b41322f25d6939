-- Programs that prove who they are by a signature, and get a token for minutes (docs/decisions/0092).
select set_config('wardvoice.all_applications', 'on', true);

alter table api_keys
  -- a JWK Set (RFC 7517) of the public keys by which the program signs; null: it has none and gets no tokens
  add column public_keys jsonb check (jsonb_typeof(public_keys -> 'keys') = 'array');

-- What a program was given in exchange for a signed assertion. It does what its API key does, within the scopes it asked for.
create table api_key_tokens (
  -- SHA-256 of the token, which is stored nowhere
  token_hash bytea primary key,
  application_id bigint not null,
  api_key_id bigint not null,
  permissions text[] not null check (cardinality(permissions) between 1 and 200),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (application_id, api_key_id) references api_keys (application_id, id) on delete cascade,
  check (expires_at > issued_at)
);
create index on api_key_tokens (application_id, api_key_id, expires_at);
call fence_by_application('api_key_tokens');

-- An assertion that was used, by the hash of its id, until it would have expired: nobody uses it again.
create table api_key_assertions (
  api_key_id bigint not null,
  application_id bigint not null,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (api_key_id, jti_hash),
  foreign key (application_id, api_key_id) references api_keys (application_id, id) on delete cascade
);
create index on api_key_assertions (application_id, api_key_id, expires_at);
call fence_by_application('api_key_assertions');
