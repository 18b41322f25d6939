-- A rule may ask so many people of a ward in a month at most (docs/decisions/0096). The limit is that of the rule when the delivery is planned.
alter table deliveries
  add column ward_quota integer check (ward_quota > 0),
  -- the rule and the ward whose deliveries are counted together
  add column quota_key text,
  add constraint quota_has_key check ((ward_quota is null) = (quota_key is null));
create index on deliveries (quota_key, send_at) where quota_key is not null;
