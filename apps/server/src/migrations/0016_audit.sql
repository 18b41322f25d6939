-- Who did and saw what. Rows are written in the transaction of the action; a worker then chains them: every hash covers
-- the row and the hash before it. There are no foreign keys, because an entry outlives the person, record and
-- application that it is about.
create table audit_entries (
  id bigint generated always as identity primary key,
  -- null: in no application, such as a failed sign-in
  application_id bigint,
  at timestamptz not null,
  -- null: nobody was signed in
  user_id bigint,
  user_name text,
  session_id bigint,
  address text,
  -- "view", "list", "export", "create", "update", "delete", "sign_in" …
  action text not null,
  record_type text not null,
  record_id bigint,
  refused boolean not null default false,
  patient_ids bigint[] not null default '{}',
  -- {"count": 25, "filters": ["term"], "fields": ["title"], "changes": {"title": {"from": "…", "to": "…"}}}
  details jsonb not null default '{}',
  -- null until the worker has chained it
  position bigint unique,
  -- HMAC-SHA-256 over the preceding hash and this row, with the secret key of the installation
  hash bytea,
  check ((position is null) = (hash is null))
);
create index audit_list on audit_entries (application_id, at desc, id desc);
create index audit_list_of_all on audit_entries (at desc, id desc);
create index audit_of_user on audit_entries (user_id, at desc, id desc);
create index audit_of_record on audit_entries (record_type, record_id, at desc, id desc);
create index audit_unchained on audit_entries (id) where position is null;

alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy own_application on audit_entries
  using ((select sees_all_applications()) or application_id = (select current_application_id()))
  -- includes actions of somebody who is in no application
  with check ((select sees_all_applications()) or application_id is not distinct from (select current_application_id()));

-- Who saw which patient. Equality on this index is allowed under row-level security; a search in an array would not use
-- one.
create table audit_patients (
  application_id bigint not null,
  patient_id bigint not null,
  entry_id bigint not null references audit_entries,
  primary key (application_id, patient_id, entry_id)
);
create index on audit_patients (entry_id);
call fence_by_application('audit_patients');

create function index_audit_patients() returns trigger
  language plpgsql
  as $$
begin
  insert into audit_patients (application_id, patient_id, entry_id)
  select distinct new.application_id, patient_id, new.id from unnest(new.patient_ids) as patient_id;
  return null;
end $$;
create trigger index_audit_patients after insert on audit_entries for each row
  when (new.application_id is not null and cardinality(new.patient_ids) > 0)
  execute function index_audit_patients();

-- Entries do not change. The only update that is allowed sets the position in the chain.
create function refuse_change_of_audit() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - '{position,hash}'::text[] = to_jsonb(old) - '{position,hash}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'the audit cannot be changed' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_entries for each row execute function refuse_change_of_audit();
create trigger append_only before update or delete on audit_patients for each row execute function refuse_change_of_audit();
create trigger never_emptied before truncate on audit_entries for each statement execute function refuse_change_of_audit();
create trigger never_emptied before truncate on audit_patients for each statement execute function refuse_change_of_audit();

create index patients_merged_into on patients (merged_into_id) where merged_into_id is not null;
