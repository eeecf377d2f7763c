-- Options of watches are checked by a schema: one that holds several texts is a list, and no longer one text with commas.
create function pg_temp.listed(config jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(name,
    case when jsonb_typeof(value) = 'string' and name in ('keywords', 'exclude', 'feeds', 'names', 'former_names', 'context', 'job_titles', 'technologies', 'ignore')
      then coalesce((select jsonb_agg(trim(one)) from unnest(string_to_array(value #>> '{}', ',')) one where trim(one) <> ''), '[]')
      else value end), '{}')
  from jsonb_each(config) as option (name, value)
$$;
update watches set config = pg_temp.listed(config) where config <> pg_temp.listed(config);
update watch_groups set config = pg_temp.listed(config) where config <> pg_temp.listed(config);
drop function pg_temp.listed(jsonb);
