-- Provisioning by a company's directory (SCIM): its tokens, the people and groups it keeps in a workspace, and the accounts it made.

-- An account that a directory made belongs to it: nobody can log in with it while it is in no workspace.
alter table users add column provisioned_by uuid references workspaces (id) on delete set null;
create index users_by_provisioner on users (provisioned_by) where provisioned_by is not null;

create table scim_tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id)
);
create unique index scim_tokens_hash on scim_tokens (workspace_id, hash);

-- `attributes` is what the directory sent, under the names of the standard. Whether someone is active is not stored here:
-- it is whether they have a membership. role_when_closed is given back when they become active again.
-- Keys are folded by the program, so that one rule compares names here and in filters.
create table scim_users (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  user_id bigint not null references users (id) on delete cascade,
  user_name_key text not null,
  external_id text,
  email_keys text[] not null default '{}',
  attributes jsonb not null,
  version int not null default 1,
  role_when_closed text check (role_when_closed in ('admin', 'editor', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index scim_users_name on scim_users (workspace_id, user_name_key);
create unique index scim_users_account on scim_users (workspace_id, user_id);
create index scim_users_account_only on scim_users (user_id);
create index scim_users_external on scim_users (workspace_id, external_id) where external_id is not null;
create index scim_users_email on scim_users using gin (email_keys);

-- `role` is set by an administrator of the workspace and never by the directory.
create table scim_groups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  display_name_key text not null,
  external_id text,
  attributes jsonb not null,
  role text check (role in ('admin', 'editor', 'member', 'viewer')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index scim_groups_name on scim_groups (workspace_id, display_name_key);
create index scim_groups_external on scim_groups (workspace_id, external_id) where external_id is not null;

create table scim_group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  scim_user_id uuid not null,
  primary key (workspace_id, group_id, scim_user_id),
  foreign key (workspace_id, group_id) references scim_groups (workspace_id, id) on delete cascade,
  foreign key (workspace_id, scim_user_id) references scim_users (workspace_id, id) on delete cascade
);
create index scim_group_members_by_user on scim_group_members (workspace_id, scim_user_id);

do $$
declare t text;
begin
  foreach t in array array['scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
