-- Indexes that keep each list of contacts fast (some milliseconds) with a million of them. Under row-level security
-- only "starts with" and equality on a column may use an index, so the columns that are searched are stored in lower
-- case.
alter table contacts
  add column name_lower text generated always as (lower(name)) stored,
  -- contacts are searched by family name too
  add column last_word_lower text generated always as (lower(regexp_replace(name, '^.*\s', ''))) stored,
  add column email_lower text generated always as (lower(email)) stored,
  -- made from a patient of the feed and not changed by hand since: it continues to follow the patient's data
  add column follows_patient boolean not null default false;
drop index contacts_application_id_lower_idx, contacts_application_id_phone_idx, contacts_application_id_external_id_idx;
create index contacts_name on contacts (application_id, name_lower collate "C", id);
create index contacts_last_word on contacts (application_id, last_word_lower text_pattern_ops);
create index contacts_email on contacts (application_id, email_lower text_pattern_ops, id) where email_lower is not null;
create index contacts_phone on contacts (application_id, phone text_pattern_ops, id) where phone is not null;
create index contacts_external_id on contacts (application_id, external_id text_pattern_ops, id) where external_id is not null;
create index contacts_newest on contacts (application_id, id desc);

-- As decided in docs/decisions/0007: a check by (application_id, id) might read the whole application.
alter table mailing_list_contacts
  drop constraint mailing_list_contacts_application_id_mailing_list_id_fkey,
  drop constraint mailing_list_contacts_application_id_contact_id_fkey,
  add foreign key (mailing_list_id) references mailing_lists on delete cascade,
  add foreign key (contact_id) references contacts on delete cascade;
drop index mailing_list_contacts_application_id_contact_id_idx;
create index on mailing_list_contacts (contact_id);
create index on deliveries (contact_id) where contact_id is not null;
create index on invitations (contact_id) where contact_id is not null;

-- Every opt-out that was recorded or withdrawn, by whom and why. A trigger writes it, so no statement can forget it.
create table opt_out_changes (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  change text not null check (change in ('noted', 'taken_back')),
  source text not null,
  -- null: the person, a gateway or the system
  user_id bigint references users on delete set null,
  reason text,
  at timestamptz not null default now()
);
create index on opt_out_changes (application_id, channel, address, id);
call fence_by_application('opt_out_changes');

insert into opt_out_changes (application_id, channel, address, change, source, user_id, at)
select application_id, channel, address, 'noted', source, user_id, created_at from opt_outs order by id;

create function log_opt_out() returns trigger
  language plpgsql
  as $$
declare
  opt_out opt_outs := case when tg_op = 'DELETE' then old else new end;
begin
  -- the application itself is being deleted
  if tg_op = 'DELETE' and not exists (select from applications where id = old.application_id) then
    return null;
  end if;
  insert into opt_out_changes (application_id, channel, address, change, source, user_id, reason)
  values (
    opt_out.application_id, opt_out.channel, opt_out.address,
    case when tg_op = 'DELETE' then 'taken_back' else 'noted' end,
    opt_out.source,
    -- set for the transaction by a caller that acts for a person
    coalesce(nullif(current_setting('wardvoice.opt_out_user', true), '')::bigint,
      case when tg_op <> 'DELETE' then opt_out.user_id end),
    nullif(current_setting('wardvoice.opt_out_reason', true), ''));
  return null;
end $$;
create trigger log_opt_out after insert or update of source or delete on opt_outs
  for each row execute function log_opt_out();
