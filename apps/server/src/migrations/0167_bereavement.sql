-- Whoever has lost a child is not asked for a year. The first number in PID-21, and the names of its authority as in
-- patient_authority_names: of the mother, who may come later than the child.
alter table patients
  add column mother_identifier text,
  add column mother_authority text[];

-- Beginnings of diagnoses that say that a child was lost: ectopic pregnancies, miscarriages and terminations (O00 to O08), deaths before
-- birth (O36.4), stillbirths (Z37, P95).
alter table applications
  add column loss_diagnoses text[] not null default
    '{O00,O01,O02,O03,O04,O05,O06,O07,O08,O36.4,P95,Z37.1,Z37.3,Z37.4,Z37.6,Z37.7}';
