-- Which provider a sign-on is at: with several, an answer counts only from the one that was asked. Sign-ons that are under way
-- while this is installed begin again.
delete from single_sign_on_attempts;
alter table single_sign_on_attempts
  -- address of the provider, as its settings say it
  add column issuer text not null;
