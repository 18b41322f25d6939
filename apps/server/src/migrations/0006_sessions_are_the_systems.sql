-- A session belongs to a person, not to an application. No transaction for one application may see or end one.
alter table sessions enable row level security;
alter table sessions force row level security;
create policy system_only on sessions using ((select sees_all_applications()));
