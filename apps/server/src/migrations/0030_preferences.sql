-- Adds a source: the page on which people choose what they receive.
alter table opt_outs
  drop constraint opt_outs_source_check,
  add check (source in ('unsubscribe', 'stop', 'preferences', 'staff', 'complaint', 'bounce', 'import'));
