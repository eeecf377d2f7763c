-- What a rule has spent today is asked before each of its actions; most actions cost nothing.
create index automation_steps_cost on automation_steps (workspace_id, started_at) where cost_micro > 0 or status = 'waiting';
