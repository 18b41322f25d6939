-- One order of all messages, made by the commit (docs/decisions/0024). Every message takes its id from the sequence of
-- hl7_messages, also one that is stored as it came and filed later. Ids are drawn behind one lock that PostgreSQL releases
-- when the commit is on disk and visible to others: so ids are in the order of the acknowledgements, whichever process took
-- the messages, and whoever sees one sees all before it.

select set_config('wardvoice.all_applications', 'on', true);

-- Counts the changes of the settings by which a message finds its application. Whoever stores messages says by which count
-- they were validated, and stores nothing when there has been a change since.
create table intake_settings (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into intake_settings (version) values (1);

-- Fires at the commit, so that the lock is held for no longer than that. Messages are stored before the change, by the
-- settings of before, or after it, by those of after.
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

-- Ids for messages that this statement stores, in the order of their acknowledgement; null when it must store nothing: the
-- settings have changed, or messages cannot go straight to hl7_messages now. They cannot while others wait to be filed (the
-- same message may be among those), nor while one of their applications (going_straight_to; null: they are stored as they
-- came) is held by another transaction, for nobody waits for anything while holding this lock.
create function reserve_message_ids(settings_version bigint, message_count integer, going_straight_to bigint[])
  returns bigint[]
  language plpgsql volatile
  as $$
begin
  perform pg_advisory_xact_lock(7303);
  -- Each statement of a volatile function sees what was committed before it, so also what was waited for.
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

-- An arrival is known by the first of its messages' ids.
alter table arrivals
  alter column id drop identity,
  add column ids bigint[],
  -- of all its messages, one after the other
  add column subject_keys integer[],
  -- where those of each message begin, from 1, and how many they are
  add column key_start integer[],
  add column key_count integer[],
  drop column lane;
do $$
declare
  arrival record;
  reserved bigint[];
begin
  -- Out of the way of the ids to come.
  update arrivals set id = -id;
  for arrival in select id, cardinality(start) as count from arrivals order by id desc loop
    reserved := array(select nextval('hl7_messages_id_seq') from generate_series(1, arrival.count));
    update arrivals set id = reserved[1], ids = reserved where id = arrival.id;
  end loop;
end $$;
alter table arrivals alter column ids set not null;

-- Messages of an application are processed in their order, not those of each of 64 lanes in theirs.
alter table hl7_messages
  -- Hashes of the numbers of everybody a message is about, while it waits to be processed: what is to be sent to one of them
  -- waits for it. Null while it waits: anybody. Null afterwards.
  add column subject_keys integer[],
  drop column lane;
create index hl7_messages_waiting on hl7_messages (application_id, id) where state = 'received';

-- For whoever sends for one application, and sees no arrivals: the keys of what was stored for it and is not filed, a row an
-- arrival; null where they cannot be told, or where there are more messages than so many.
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
