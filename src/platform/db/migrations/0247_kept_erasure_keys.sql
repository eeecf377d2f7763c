-- Keys under which a database that was replaced by a backup had hashed who was erased: its hashes are kept, and compared under them.
create table erasure_keys_kept (
  workspace_id uuid not null,
  key bytea not null,
  primary key (workspace_id, key)
);
select tenant_table('erasure_keys_kept');
