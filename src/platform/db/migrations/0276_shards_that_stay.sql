-- Keeps a shard of a distributed database from being split or moved until the end of the transaction, as what Citus plans itself does with
-- those that it writes. The service names shards in its statements, so Citus does not know that they are written.
-- Only called on a distributed database; it runs as the owner of the tables, since the role of the service may not lock them.
create function app_stay(shard bigint) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- 5 is SHARE; a split or a move takes EXCLUSIVE and lets go when the new shards are known.
  perform lock_shard_metadata(5, array[shard]);
  if not exists (select from pg_dist_shard where shardid = shard) then
    raise undefined_table using message = format('shard %s is another since it was looked up', shard);
  end if;
end $$;
