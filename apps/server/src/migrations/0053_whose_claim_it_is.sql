-- The attempt that claimed a delivery. A job that runs again has the same id (claimed_by), and so settles what it was
-- sending. Only the attempt itself knows that a claimed delivery was certainly not sent, because another attempt may be
-- sending by now.
alter table deliveries add column claim_attempt uuid;
create index deliveries_of_attempt on deliveries (claim_attempt) where state = 'sending' and claim_attempt is not null;
