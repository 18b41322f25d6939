-- On the page where people choose what they get.
alter table opt_outs
  drop constraint opt_outs_source_check,
  add check (source in ('unsubscribe', 'stop', 'preferences', 'staff', 'complaint', 'bounce', 'import'));
