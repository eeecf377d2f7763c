-- An action that waited or was under way when its run was cancelled is cancelled too, and not waiting for ever.
alter table automation_steps drop constraint automation_steps_status_check;
alter table automation_steps add constraint automation_steps_status_check
  check (status in ('pending', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled'));
