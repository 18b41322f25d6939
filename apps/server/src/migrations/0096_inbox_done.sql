-- Items of the inbox are done, not only read.
select set_config('wardvoice.all_applications', 'on', true);

alter table inbox_items
  -- null: still to be done
  add column done_at timestamptz,
  add constraint inbox_items_done_is_read check (done_at is null or read_at is not null);
create index inbox_open on inbox_items (application_id, user_id, created_at desc, id desc) where done_at is null;
