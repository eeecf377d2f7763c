-- A search finds words in any order and without accents. Texts of leads are kept without them, so that a search folds nothing while it reads.
-- src/engine/values/search-words.ts says the same.
create function search_text(t text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(t) = length(t) then return lower(t); end if;
  return translate(replace(replace(replace(replace(
    regexp_replace(normalize(lower(t), NFD), '[\u0300-\u036f]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðı', 'olddi');
end $$;

create or replace function lead_text(data jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(search_text(value #>> '{}'), E'\n\x01\n'), '')
  from jsonb_path_query(data, 'strict $.** ? (@.type() == "string" || @.type() == "number")') as v (value)
$$;

alter table lead_texts no force row level security;
update lead_texts set text = search_text(text) where octet_length(text) <> length(text);
alter table lead_texts force row level security;
