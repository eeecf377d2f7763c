-- Finds the workspaces that have tickets in a lane, one step each, so that they take turns. What is asked by time alone keeps its index, which
-- now serves nothing else: of two that begin with the lane the planner would take either.
create index queue_turns on queue (lane, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid), run_at) where state = 'ready';
drop index queue_due;
create index queue_due on queue (lane, run_at) where state = 'ready' and run_at is not null;
