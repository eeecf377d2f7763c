-- The API token that made, changed or started an automation: its budget counts what that spends.
alter table automation_rules add column if not exists token_id text;
alter table automation_runs add column if not exists token_id text;
