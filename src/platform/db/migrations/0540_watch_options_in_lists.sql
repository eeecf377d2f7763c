-- Options of watches are checked by a schema: one that holds several texts is a list, and no longer one text with commas.
create function listed_options(config jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name,
    case when jsonb_typeof(value) = 'string' and name in ('keywords', 'exclude', 'feeds', 'names', 'former_names', 'context', 'job_titles', 'technologies', 'ignore')
      then coalesce((select jsonb_agg(trim(one)) from unnest(string_to_array(value #>> '{}', ',')) one where trim(one) <> ''), '[]')
      else value end), '{}')
  from jsonb_each(config) as option (name, value)
$$;
-- An owner who is no superuser sees no rows of tenants otherwise.
alter table watches no force row level security;
alter table watch_groups no force row level security;
update watches set config = listed_options(config) where config <> listed_options(config);
update watch_groups set config = listed_options(config) where config <> listed_options(config);
alter table watches force row level security;
alter table watch_groups force row level security;
drop function listed_options(jsonb);
