-- One order of all messages, made by the commit (docs/decisions/0024). Every message gets its id from the sequence of
-- hl7_messages, including those that are stored as arrivals. Ids are reserved under one lock, which PostgreSQL releases
-- when the commit is on disk and visible to others. So ids are in the order of the acknowledgements of all processes,
-- and a transaction that sees one message sees all before it.

select set_config('wardvoice.all_applications', 'on', true);

-- Counts changes of the settings by which a message finds its application. A statement that stores messages passes the
-- count by which they were validated, and stores nothing when the settings have changed since.
create table intake_settings (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into intake_settings (version) values (1);

-- Runs at the commit, so that the lock is held only briefly. Messages are stored either before the change, by the old
-- settings, or after it, by the new ones.
create function count_intake_settings() returns trigger
  language plpgsql
  as $$
begin
  perform pg_advisory_xact_lock(7303);
  update intake_settings set version = version + 1;
  return null;
end $$;
create constraint trigger intake_settings_changed
  after insert or delete on applications deferrable initially deferred
  for each row execute function count_intake_settings();
create constraint trigger intake_rules_changed
  after update of accept_other_types, accept_missing_control_id, listener_port on applications deferrable initially deferred
  for each row execute function count_intake_settings();
create constraint trigger intake_settings_changed
  after insert or update or delete on application_facilities deferrable initially deferred
  for each row execute function count_intake_settings();

-- Reserves ids for the messages that this statement stores, in the order of their acknowledgement. Returns null when
-- nothing may be stored: the settings have changed, or messages cannot be filed at once now. That is the case while
-- others wait to be filed (the same message may be among them), and while another transaction has locked one of their
-- applications (going_straight_to; null for an arrival), because nothing may wait while this lock is held.
create function reserve_message_ids(settings_version bigint, message_count integer, going_straight_to bigint[])
  returns bigint[]
  language plpgsql volatile
  as $$
begin
  perform pg_advisory_xact_lock(7303);
  -- Each statement of a volatile function sees what was committed before it, so this one sees the transaction that was
  -- waited for.
  if (select version from intake_settings) is distinct from settings_version then
    return null;
  end if;
  if going_straight_to is not null then
    if exists (select from arrivals where id > 0) then
      return null;
    end if;
    if (select count(*) from (
          select from applications where id = any (going_straight_to) for key share skip locked) held)
        < cardinality(going_straight_to) then
      return null;
    end if;
  end if;
  return array(select nextval('hl7_messages_id_seq') from generate_series(1, message_count));
end $$;

-- The id of an arrival is the first id of its messages.
alter table arrivals
  alter column id drop identity,
  add column ids bigint[],
  -- the keys of all its messages, one after the other
  add column subject_keys integer[],
  -- where the keys of each message begin, from 1, and how many there are
  add column key_start integer[],
  add column key_count integer[],
  drop column lane;
do $$
declare
  arrival record;
  reserved bigint[];
begin
  -- Moves old ids out of the range of the new ones.
  update arrivals set id = -id;
  for arrival in select id, cardinality(start) as count from arrivals order by id desc loop
    reserved := array(select nextval('hl7_messages_id_seq') from generate_series(1, arrival.count));
    update arrivals set id = reserved[1], ids = reserved where id = arrival.id;
  end loop;
end $$;
alter table arrivals alter column ids set not null;

-- Messages of an application are processed in one order, no longer in 64 lanes.
alter table hl7_messages
  -- Hashes of the numbers of everybody a message is about, while it waits to be processed. Deliveries to these people
  -- wait for it. Null in a waiting message stands for everybody. It is null after processing.
  add column subject_keys integer[],
  drop column lane;
create index hl7_messages_waiting on hl7_messages (application_id, id) where state = 'received';

-- For transactions of one application, which cannot see arrivals: the keys of its messages that are not filed, one row
-- per arrival. A row is null where they cannot be determined, or where there are more messages than max_messages.
create function unfiled_subject_keys(application bigint, max_messages integer) returns table (keys integer[])
  language plpgsql stable
  as $$
declare
  before text := coalesce(current_setting('wardvoice.all_applications', true), '');
begin
  perform set_config('wardvoice.all_applications', 'on', true);
  return query
    select case when sum(cardinality(a.ids)) over () <= max_messages then a.subject_keys end
    from (select * from arrivals where id > 0 and application = any (application_id) order by id limit max_messages) a;
  perform set_config('wardvoice.all_applications', before, true);
end $$;
