-- Messages that came faster than they could be filed. They are committed as received before they are acknowledged. A
-- row contains the messages of one commit, with one value per message in each array. Filing moves a row to hl7_messages
-- in the order of ids, in one transaction; rows that are here after a crash are filed at the next start.
create table arrivals (
  id bigint generated always as identity primary key,
  -- all messages, one after the other
  raw bytea not null,
  -- where each message begins, from 1
  start integer[] not null,
  length integer[] not null,
  application_id bigint[] not null,
  state text[] not null,
  source text[] not null,
  received_at timestamptz[] not null,
  sending_application text[] not null,
  sending_facility text[] not null,
  message_control_id text[] not null,
  message_type text[] not null,
  event text[] not null,
  version text[] not null,
  processing_id text[] not null,
  lane smallint[] not null,
  silent boolean[] not null,
  raw_truncated boolean[] not null,
  error_code text[] not null,
  error_field text[] not null,
  error_text text[] not null,
  -- how often the same message was repeated in this commit
  repeats integer[] not null,
  reused boolean[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Compression would cost more than it saves, because rows live only briefly.
alter table arrivals alter column raw set storage external;
alter table arrivals enable row level security;
alter table arrivals force row level security;
create policy system_only on arrivals using ((select sees_all_applications()));
