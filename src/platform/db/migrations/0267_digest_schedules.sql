-- Digests are items of `schedules`: who has one gets it by the job that is enqueued when one is due. The tickets that the version before planned
-- for them find nothing left to send.
select set_config('app.system', 'on', true);
alter table notice_preferences no force row level security;
insert into queue (id, workspace_id, kind, payload, max_attempts)
  select gen_random_uuid(), p.workspace_id, 'notices.digest', jsonb_build_object('user_id', p.user_id, 'way', way), 50
  from notice_preferences p cross join (values ('email'), ('chat')) ways (way)
  where case way when 'email' then p.email is not null and p.email_when in ('daily', 'weekly')
    else p.chat_url is not null and p.chat_when in ('daily', 'weekly') end;
alter table notice_preferences force row level security;
select set_config('app.system', '', true);
