-- Copies of pages are in one table, whoever read them: those of lookups by workspace, those of watches for all.

-- The version before, while it still runs, reads pages of leads without copies, and its polls fail and come again.
drop table fetched_documents;
drop table page_cache;
create table page_cache (
  -- Whose lookups read it. The zero id is for public documents of watches and rules of sites, which all share and which name nobody who asked.
  workspace_id uuid not null,
  url_hash bytea not null,
  url text not null,
  status int not null,
  headers jsonb not null,
  -- Decoded, so that an erasure finds a person in it.
  body text not null,
  truncated boolean not null,
  -- When the site gave it, or last said that it is still so.
  fetched_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, url_hash)
);
select tenant_table('page_cache', 'system');
