-- Leads are narrow: where their values are from, and the text that searches look through, lie beside them.
--
-- A question about all leads reads all of them, and most of what it read was neither: of two kilobytes a lead it compared six hundred
-- bytes. A search reads the texts alone, without names of fields and marks of JSON, so that what it finds needs no second look.

create table lead_provenance (
  workspace_id uuid not null,
  lead_id bigint not null,
  -- By field.
  provenance jsonb not null,
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);

-- All values of a lead in lower case, apart by a sign that is in none of them.
create table lead_texts (
  workspace_id uuid not null,
  lead_id bigint not null,
  text text not null,
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);

create function lead_text(data jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(lower(value #>> '{}'), E'\n\x01\n'), '')
  from jsonb_path_query(data, 'strict $.** ? (@.type() == "string" || @.type() == "number")') as v (value)
$$;

-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table leads no force row level security;
alter table lead_counts no force row level security;
insert into lead_provenance select workspace_id, id, provenance from leads where provenance <> '{}';
insert into lead_texts select workspace_id, id, lead_text(data) from leads;

-- Both columns stay, empty, for the version before, which names them in what it reads; provenance that it writes is still read. Giving
-- them a type anew writes the table anew, and so without what has gone.
alter table leads alter column text_of_all drop expression;
alter table leads alter column text_of_all type text using null, alter column provenance type jsonb using '{}'::jsonb;

-- Follows whoever writes, the version before as well.
create function lead_texts_follow() returns trigger language plpgsql as $$
begin
  insert into lead_texts as t (workspace_id, lead_id, text) select workspace_id, id, lead_text(data) from written
  on conflict (workspace_id, lead_id) do update set text = excluded.text where t.text <> excluded.text;
  return null;
end $$;
create trigger texts_of_new after insert on leads referencing new table as written
  for each statement execute function lead_texts_follow();
create trigger texts_of_changed after update on leads referencing new table as written
  for each statement execute function lead_texts_follow();

-- Domains that are known from websites alone are filled in, and keys made anew, in the background.
select set_config('app.system', 'on', true);
insert into jobs (id, workspace_id, kind, payload, max_attempts, run_at)
  select gen_random_uuid(), workspace_id, 'leads.look_again', '{"after": 0}', 50, now() + interval '1 minute' from lead_counts where leads > 0;
select set_config('app.system', '', true);

do $$
declare t text;
begin
  foreach t in array array['leads', 'lead_counts', 'lead_provenance', 'lead_texts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  foreach t in array array['lead_provenance', 'lead_texts'] loop
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
