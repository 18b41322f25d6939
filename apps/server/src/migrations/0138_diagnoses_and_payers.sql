-- What a rule may ask for, or leave out (docs/decisions/0097). null: no message of the visit has told it.
alter table visits
  -- DG1-3, as sent
  add column diagnoses text[],
  -- who pays: plans and companies of IN1-2, IN1-3 and IN1-4, and the class of PV1-20
  add column payers text[];
