-- By which ways somebody hears of what is put into their inbox, and an e-mail once a day with what is still to do.
select set_config('wardvoice.all_applications', 'on', true);

-- A kind without a row is as ways-to-hear.ts says for everybody.
create table notice_settings (
  user_id bigint not null references users on delete cascade,
  -- as in inbox_items
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  email boolean not null,
  sms boolean not null,
  digest boolean not null,
  primary key (user_id, kind)
);

-- Whoever has no row gets no digest.
create table digest_times (
  user_id bigint primary key references users on delete cascade,
  hour integer not null check (hour between 0 and 23),
  -- IANA name
  time_zone text not null
);

-- The digest of a person and day. The row is inserted before anything is sent, so that one is sent a day.
create table digests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- in the person's time zone
  day date not null,
  -- "empty": there was nothing to do. "sending": it may have left, so it is not sent again.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'empty', 'failed')),
  attempts integer not null default 0,
  message_id uuid not null default gen_random_uuid(),
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (user_id, day),
  check ((state = 'sent') = (sent_at is not null))
);

-- What is sent in an application asks for the settings; only people themselves, who may be of several applications, change them.
do $$
declare
  name text;
begin
  foreach name in array array['notice_settings', 'digest_times', 'digests'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system_only on %I using ((select sees_all_applications()))', name);
  end loop;
end $$;
create policy read_by_all on notice_settings for select using (true);
