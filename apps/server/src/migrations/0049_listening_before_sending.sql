alter table applications
  -- its feed is processed and nothing is sent to patients until a person has checked what its senders send
  add column listens_only boolean not null default false;
