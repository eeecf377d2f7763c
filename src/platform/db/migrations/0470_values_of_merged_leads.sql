-- A merge keeps which values were chosen by hand, so that a split brings those choices back. Values in `custom` are chosen name by name, and
-- which of several values a merged lead shows follows from what they say: all merged leads are shown by that rule.
alter table entity_merges add column chosen jsonb not null default '{}';

alter table entity_merges no force row level security;
alter table entities no force row level security;
alter table entity_records no force row level security;
alter table merged_leads no force row level security;
alter table lead_counts no force row level security;
do $$
declare
  w uuid;
begin
  for w in select workspace_id from lead_counts where leads > 0 loop
    perform app_set('app.workspace_id', w::text);
    update entities e set winners = (e.winners - 'custom') || coalesce((
        select jsonb_object_agg('custom.' || own.name, e.winners -> 'custom') from entity_records r
          join merged_leads m on m.workspace_id = w and m.lead_id = r.lead_id
          cross join lateral jsonb_object_keys(case jsonb_typeof(m.data -> 'custom') when 'object' then m.data -> 'custom' else '{}' end) own (name)
        where r.workspace_id = w and r.id = (e.winners ->> 'custom')::bigint), '{}')
      where e.workspace_id = w and e.winners ? 'custom';
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key)
      select gen_random_uuid(), w, 'leads.show_as_one', jsonb_build_object('entity_id', entity_id), 50, 'long', w || ':' || entity_id
      from (select distinct entity_id from entity_merges where workspace_id = w and undone_at is null) merged
      on conflict do nothing;
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
alter table lead_counts force row level security;
alter table merged_leads force row level security;
alter table entity_records force row level security;
alter table entities force row level security;
alter table entity_merges force row level security;
