-- What waits is measured for Prometheus: by an index each, over all workspaces.
create index queue_dead on queue (run_at) where state = 'dead';
create index runs_paused on runs (workspace_id, id) where status = 'paused';
create index webhook_deliveries_waiting on webhook_deliveries (next_at) where state = 'pending';
create index outbound_waiting on outbound_messages (due_at) where state = 'planned';

drop policy tenant on outbound_messages;
create policy tenant on outbound_messages using (workspace_id = app_workspace() or app_is_system());
