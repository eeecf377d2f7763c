-- Icons of companies, read from their own sites when an admin has turned that on: a line for each domain that was asked for.
create table company_icons (
  workspace_id uuid not null,
  domain text not null,
  state text not null check (state in ('asked', 'ready', 'none')),
  media_type text,
  image bytea,
  -- Until then it is not asked for again; then it is deleted.
  expires_at timestamptz not null,
  primary key (workspace_id, domain)
);
select tenant_table('company_icons');
