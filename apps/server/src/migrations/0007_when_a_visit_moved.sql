-- Event time of the newest message that moved the visit (A01 to A04, A11 to A13). A discharge that was told late, after an
-- update (A08), still closes the visit; last_event_at, which the update has set, must not keep it from doing so.
alter table visits add column moved_at timestamptz;
-- Row-level security holds for the owner too: without this the update would see no visit.
select set_config('wardvoice.all_applications', 'on', true);
update visits set moved_at = last_event_at;
alter table visits alter column moved_at set not null;
