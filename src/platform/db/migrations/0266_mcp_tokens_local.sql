-- Tokens of MCP are looked up by their hash before the workspace is known, as ingest tokens are: on a cluster they lie on the coordinator, so that
-- a node that is away keeps no other workspace's programs out.
do $$
begin
  if app_is_distributed() then
    -- Only here is there a function of that name.
    execute $q$ select undistribute_table('mcp_tokens') $q$;
  end if;
end $$;
drop policy if exists tenant on mcp_tokens;
select local_table('mcp_tokens');
