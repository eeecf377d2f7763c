-- Actions of a rule are a tree whose actions keep their ids; a run that waits goes on by itself at a time.
alter table automation_runs add column wake_at timestamptz;
-- The highest id that an action of the rule ever had: it is not given again.
alter table automation_rules add column last_action int not null default 0;
-- Something waits for the outcome of the delivery, and is told when it has one.
alter table webhook_deliveries add column is_awaited boolean not null default false;
