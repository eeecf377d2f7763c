-- Several leads may have one key: firms share a domain, colleagues a telephone. What they are to each other, matching proposes.
alter table lead_keys drop constraint lead_keys_pkey, add primary key (workspace_id, key, lead_id);

-- Leads that lost a shared key to another get it by the job that makes keys anew.
select set_config('app.system', 'on', true);
alter table lead_counts no force row level security;
insert into queue (id, workspace_id, kind, payload, max_attempts, run_at)
  select gen_random_uuid(), workspace_id, 'leads.look_again', '{"after": 0}', 50, now() + interval '1 minute' from lead_counts c where leads > 0
    and not exists (select from queue q where q.workspace_id = c.workspace_id and q.kind = 'leads.look_again' and q.state = 'ready');
alter table lead_counts force row level security;
select set_config('app.system', '', true);
