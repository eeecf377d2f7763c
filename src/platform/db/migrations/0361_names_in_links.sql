-- Links in messages name their workspace by a random word, so that its id cannot be read in them. It is looked up before the workspace is known.
create table outreach_link_names (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  name uuid not null unique default gen_random_uuid()
);
select local_table('outreach_link_names');
