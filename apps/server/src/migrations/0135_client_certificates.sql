-- A destination may want a certificate of whoever sends to it (mutual TLS).
select set_config('wardvoice.all_applications', 'on', true);

alter table destinations
  -- certificates in PEM that are shown to the receiver, the own one first; null: none is
  add column client_certificate text check (length(client_certificate) between 1 and 65536),
  -- its private key, encrypted
  add column client_key bytea,
  add constraint certificate_has_key check ((client_certificate is null) = (client_key is null)),
  add constraint certificate_needs_tls check (tls or client_certificate is null);
drop trigger count_version on destinations;
create trigger count_version
  before update of name, host, port, tls, ca, client_certificate, messages, answers, message_types, wards, answer_seconds, on_error, active
  on destinations
  for each row execute function count_version();
