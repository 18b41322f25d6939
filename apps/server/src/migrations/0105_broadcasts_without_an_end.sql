-- A schedule may have no last day: the broadcast goes on until somebody ends it.
alter table broadcasts
  drop constraint broadcasts_check,
  add constraint broadcasts_schedule check (not schedule or (send_at is not null and starts_at is not null));
