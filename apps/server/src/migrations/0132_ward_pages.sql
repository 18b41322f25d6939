-- Public pages of wards: what patients said, and what was done about it (docs/decisions/0091).
select set_config('wardvoice.all_applications', 'on', true);

create table ward_pages (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- part of the public address
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{16}$'),
  title text not null check (length(title) between 1 and 120),
  -- PV1-3.1; null: the page of the whole organisation
  location text check (length(location) between 1 and 100),
  language text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (application_id, id),
  unique nulls not distinct (application_id, location)
);
create trigger count_version before update of title, language, active on ward_pages
  for each row execute function count_version();
call fence_by_application('ward_pages');
call fence_by_wards('ward_pages', 'location = any ((select current_wards())::text[])');

create table ward_page_entries (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  page_id bigint not null,
  said text not null check (length(said) between 1 and 300),
  did text not null check (length(did) between 1 and 600),
  done_on date not null,
  -- null: a draft
  published_at timestamptz,
  -- null: the account was deleted, or a program wrote it
  written_by_id bigint references users on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  foreign key (application_id, page_id) references ward_pages (application_id, id) on delete cascade
);
create index ward_page_entries_in_order on ward_page_entries (application_id, page_id, done_on desc, id desc);
create index on ward_page_entries (written_by_id) where written_by_id is not null;
create trigger count_version before update of said, did, done_on, published_at on ward_page_entries
  for each row execute function count_version();
call fence_by_application('ward_page_entries');
-- Whoever does not see a page does not see its entries.
call fence_by_wards('ward_page_entries', 'exists (select from ward_pages p where p.application_id = ward_page_entries.application_id and p.id = page_id)');

-- The tags of a ward for the last months.
create index feedback_tagged on feedback (application_id, submitted_at) where tags <> '{}';
