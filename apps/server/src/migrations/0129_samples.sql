-- Surveys may be sent to a random share of the people who could be asked. Whether a delivery was drawn is decided once, when it is
-- planned: a later change of the rule does not draw again.
alter table deliveries add column sampled_out boolean not null default false;
