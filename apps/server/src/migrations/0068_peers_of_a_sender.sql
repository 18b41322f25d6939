-- From where messages of an application may come over MLLP. Empty: from everywhere.
alter table applications
  -- addresses and networks ("10.1.2.3", "10.0.0.0/8") and certificates of TLS clients ("CN=engine", "SHA256=AB:CD:…")
  add column allowed_peers text[] not null default '{}';

-- A change counts from the next message on (docs/decisions/0024).
drop trigger intake_rules_changed on applications;
create constraint trigger intake_rules_changed
  after update of accept_other_types, accept_missing_control_id, listener_port, allowed_peers on applications
  deferrable initially deferred
  for each row execute function count_intake_settings();
