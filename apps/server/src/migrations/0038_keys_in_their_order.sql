-- Keys in the order of time (UUID version 7) are adjacent in their index: a broadcast to a million writes to its end
-- and not to a million places. Before PostgreSQL 18 they stay random.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    alter table deliveries alter column idempotency_key set default uuidv7();
  end if;
end
$$;
