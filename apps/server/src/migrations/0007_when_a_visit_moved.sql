-- Event time of the newest message that moved the visit (A01 to A04, A11 to A13). A late discharge that comes after an
-- update (A08) must still close the visit, although the update has set a newer last_event_at.
alter table visits add column moved_at timestamptz;
-- Row-level security applies to the owner too: without this the update would see no visit.
select set_config('wardvoice.all_applications', 'on', true);
update visits set moved_at = last_event_at;
alter table visits alter column moved_at set not null;
