-- Calls that are made once however often they are sent: the header Idempotency-Key, whose it is, and what was answered.
-- Numbers 0116 and 0117 are of other subjects. What was answered is encrypted; rows are of no use after a day.
create table idempotency_keys (
  id bigint generated always as identity primary key,
  -- who made the call, as in user:5 or api_key:7; the columns after it say the same for the database
  caller text not null check (length(caller) between 3 and 60),
  user_id bigint references users on delete cascade,
  -- a caller that is no person
  api_key_id bigint,
  key text not null check (length(key) between 1 and 255),
  -- hash of the method, the address, the application and the body, encrypted because a body may be guessed
  request bytea not null,
  -- who holds the key at present, so that an attempt that was given up cannot answer any more
  claim uuid not null,
  claimed_until timestamptz not null,
  -- status of the answer; null: the call is being made, or its process ended before it was committed
  status smallint check (status between 200 and 299),
  -- the answer as JSON, encrypted
  answer bytea,
  expires_at timestamptz not null,
  check (num_nonnulls(user_id, api_key_id) = 1),
  check ((status is null) = (answer is null)),
  unique (caller, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
create index idempotency_keys_by_user on idempotency_keys (user_id) where user_id is not null;
