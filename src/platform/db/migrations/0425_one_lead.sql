-- A merged entity is one lead: its other leads name the one that stands for them, and what each said itself is kept beside it, so that a split brings it back.
alter table leads add column merged_into bigint;
create index leads_merged on leads (workspace_id, merged_into) where merged_into is not null;
-- In place of leads_order: lists count and page through leads that stand for themselves.
create unique index leads_shown on leads (workspace_id, position) where merged_into is null;

-- The values that a lead of a merged entity had and gets itself. In `leads` it shows those of the one lead meanwhile.
create table merged_leads (
  workspace_id uuid not null,
  lead_id bigint not null,
  -- The lead that stands for it; its own id for that one.
  head_id bigint not null,
  data jsonb not null,
  provenance jsonb not null default '{}',
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create index merged_leads_of_head on merged_leads (workspace_id, head_id);
select tenant_table('merged_leads');

-- Entities that were merged before are shown as one by a job each. Leads are recognised by what they are called where, too: those
-- that are there get these keys by a job for each workspace.
alter table entity_merges no force row level security;
alter table lead_counts no force row level security;
do $$
declare
  w uuid;
begin
  for w in select workspace_id from lead_counts where leads > 0 loop
    perform app_set('app.workspace_id', w::text);
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key)
      select gen_random_uuid(), w, 'leads.show_as_one', jsonb_build_object('entity_id', entity_id), 50, 'long', w || ':' || entity_id
      from (select distinct entity_id from entity_merges where workspace_id = w and undone_at is null) merged;
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane)
      values (gen_random_uuid(), w, 'leads.look_again', '{"after": 0}', 50, 'long');
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
alter table entity_merges force row level security;
alter table lead_counts force row level security;
