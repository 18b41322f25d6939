-- An entry is signed when it is written, so nobody can change it in the seconds before it is chained, and nobody who does
-- not have the secret key can add one (docs/decisions/0040).
select set_config('wardvoice.all_applications', 'on', true);

alter table audit_entries
  -- HMAC-SHA-256 over all other columns except the place in the chain; null: written before this migration
  add column mac bytea check (octet_length(mac) = 32),
  -- name of the key of the signature
  add column mac_key text,
  add constraint signed_with_a_key check ((mac is null) = (mac_key is null));

-- Entries from before this migration stay as they are. The chain covers them.
do $$ begin
  execute format('alter table audit_entries add constraint signed check (mac is not null or id <= %s)',
    (select coalesce(max(id), 0) from audit_entries));
end $$;

-- The only change of an entry: it gets its place in the chain. It runs with the rights of the owner of the tables, because
-- the role of the program may only read and append.
create function place_in_audit_chain(entries jsonb) returns void
  language sql security definer
  as $$
    update audit_entries e set position = place.position, hash = decode(place.hash, 'hex')
    from jsonb_to_recordset(entries) as place (id bigint, position bigint, hash text)
    where e.id = place.id;
  $$;
do $$ begin
  execute format('alter function place_in_audit_chain set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function place_in_audit_chain from public;
