-- Keys by which programs call the API (docs/decisions/0071). Numbers below are taken by other subjects.
select set_config('wardvoice.all_applications', 'on', true);

-- A credential of a program. It acts in its application only, with permissions and wards of its own.
create table api_keys (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- the first letters of the key, by which people recognise it
  prefix text not null check (length(prefix) between 8 and 20),
  -- SHA-256 of the key, which is stored nowhere
  key_hash bytea not null unique,
  -- SHA-256 of the key before the last rotation, which works until the time beside it
  previous_hash bytea unique,
  previous_until timestamptz,
  permissions text[] not null check (cardinality(permissions) between 1 and 200),
  -- empty: all wards
  locations text[] not null default '{}',
  -- null: their account was deleted
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  version integer not null default 1,
  unique (application_id, id),
  check ((previous_hash is null) = (previous_until is null)),
  check (expires_at > created_at)
);
create index on api_keys (created_by) where created_by is not null;
create index on api_keys (expires_at) where revoked_at is null;
create trigger count_version before update on api_keys for each row execute function count_version();
call fence_by_application('api_keys');

-- The use of a key. It is a row of its own, because it changes with every call.
create table api_key_uses (
  api_key_id bigint primary key,
  application_id bigint not null,
  -- written once a minute at most, with the network address of that call
  last_used_at timestamptz not null,
  last_used_from text not null,
  -- the beginning of the minute that is counted, and the calls in it, over all processes
  minute timestamptz not null,
  calls integer not null check (calls > 0),
  foreign key (application_id, api_key_id) references api_keys (application_id, id) on delete cascade
) with (fillfactor = 50);
create index on api_key_uses (application_id, api_key_id);
call fence_by_application('api_key_uses');

-- What a key did is found by the key, which the signed details of an entry name.
create index audit_entries_by_api_key on audit_entries ((details -> 'as' -> 'api_key' ->> 'id'), at)
  where details -> 'as' ? 'api_key';

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in (
  'feed_silent', 'error_rate', 'backlog', 'overdue_sending', 'gateway_refusing', 'certificate_expiring', 'disk_full',
  'audit_broken', 'audit_unsent', 'api_key_expiring'));
