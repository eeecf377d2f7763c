-- Who did what: a log that the service writes and reads and cannot change. Lines only go by the two functions below.
--
-- The nil workspace stands for the install as a whole: logins, accounts, workspaces that come and go.
-- There are no references: a line outlives what it tells of.

create table audit_log (
  workspace_id uuid not null,
  -- To the millisecond, which is what a cursor can carry.
  ts timestamptz not null default date_trunc('milliseconds', now()),
  id uuid not null,
  actor_kind text not null check (actor_kind in ('user', 'token', 'machine', 'stranger')),
  actor_user_id bigint,
  actor_name text,
  actor_token_id text,
  act text not null,
  object_type text,
  object_id text,
  object_name text,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  primary key (workspace_id, ts, id)
);
create index audit_log_by_actor on audit_log (workspace_id, actor_user_id, ts, id) where actor_user_id is not null;
create index audit_log_by_object on audit_log (workspace_id, object_type, object_id, ts, id);
create index audit_log_by_request on audit_log (workspace_id, request_id) where request_id is not null;
-- Lines are stored as they come, so a few pages of ranges tell where the old ones lie.
create index audit_log_by_age on audit_log using brin (ts);

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant on audit_log using (workspace_id = (select app_workspace()));
create policy control_reads on audit_log for select
  using ((select app_is_control()) and workspace_id = '00000000-0000-0000-0000-000000000000');
create policy control_writes on audit_log for insert with check ((select app_is_control()));
-- The owner of the table is who the two functions work as.
create policy retention on audit_log to current_user using (true);

-- Takes lines older than this away, some at a time; returns how many went. Whoever takes over the service cannot use it
-- to cover up what happened in the last 30 days.
create function audit_prune(older_than interval, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone int;
begin
  if older_than < interval '30 days' then raise exception 'lines of the audit log are kept for 30 days at least'; end if;
  delete from audit_log where ctid = any (array(select ctid from audit_log where ts < now() - older_than limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Takes the lines of a workspace that was deleted away, some at a time; returns how many went.
create function audit_forget(deleted_workspace uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int := 0;
  before text := current_setting('app.control', true);
begin
  -- The owner is bound by row-level security too; what the caller may see is as before afterwards.
  perform set_config('app.control', 'on', true);
  if not exists (select 1 from workspaces where id = deleted_workspace and deleted_at is not null) then most := 0; end if;
  perform set_config('app.control', coalesce(before, ''), true);
  delete from audit_log where ctid = any (array(
    select ctid from audit_log where workspace_id = deleted_workspace limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function audit_prune(interval, int), audit_forget(uuid, int) from public;
