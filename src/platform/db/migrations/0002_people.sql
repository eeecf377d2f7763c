-- People among themselves: invitations, throttled logins, tickets for streams, workspaces that end; and a lock on the control plane.

create function app_is_control() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.control', true), '') = 'on' $$;

-- A deleted workspace has no members, so nobody can name it any more; the row stays until its data is gone.
alter table workspaces add column deleted_at timestamptz;

-- Only the hash of the link is kept. An invitation is used up by the first person who accepts it.
create table invitations (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null unique,
  role text not null check (role in ('admin', 'editor', 'member', 'viewer')),
  created_by bigint references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index invitations_by_creator on invitations (created_by);

-- A leaky bucket per key: it is empty at `empty_at`, and each failed login pours one step in. Keys are hashes, since
-- people type passwords into the field for the name.
create table login_throttle (
  key bytea primary key,
  empty_at timestamptz not null
);
create index login_throttle_by_age on login_throttle (empty_at);

create table stream_tickets (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  family uuid not null references session_families (id) on delete cascade,
  token_version int not null,
  -- When the access token that asked for it ends, and with it the stream.
  ends_at timestamptz not null,
  expires_at timestamptz not null
);
create index stream_tickets_by_family on stream_tickets (family);
create index stream_tickets_by_user on stream_tickets (user_id);
create index stream_tickets_by_age on stream_tickets (expires_at);

-- Addresses an account is used from, so that strangers cannot lock its owner out.
create index session_families_by_ip on session_families (user_id, ip);

-- The control plane is found by identity and not by workspace, so its rows open to transactions that say they are of the
-- control plane. One that is bound to a workspace sees that workspace and its people, one that says nothing sees nothing.
do $$
declare t text;
begin
  foreach t in array array['users', 'workspaces', 'memberships', 'invitations', 'session_families', 'login_throttle',
    'stream_tickets', 'jobs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy control on %I using ((select app_is_control()))', t);
  end loop;
  foreach t in array array['memberships', 'invitations', 'jobs'] loop
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
  foreach t in array array['session_families', 'login_throttle', 'stream_tickets', 'jobs'] loop
    execute format('create policy system on %I using ((select app_is_system()))', t);
  end loop;
end $$;
create policy tenant on workspaces for select using (id = (select app_workspace()));
create policy tenant on users for select using (
  exists (select 1 from memberships m where m.user_id = users.id and m.workspace_id = (select app_workspace())));
