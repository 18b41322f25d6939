-- A rule may ask so many people of a ward in a month at most (docs/decisions/0096). The limit is that of the rule when the delivery is planned.
alter table deliveries add column ward_quota integer check (ward_quota > 0);
create index on deliveries (trigger_id, location, send_at) where ward_quota is not null;
