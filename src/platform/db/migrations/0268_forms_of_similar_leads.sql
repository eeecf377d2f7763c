-- Similar leads are found by a form of specialization and city without accents, punctuation and plurals: "Dentists" is "dentist".
--
-- The columns of 0037 keep their names, so that the version before goes on; it compares what was written in lower case only. The
-- expression stands here in full: a function would have to be there on every node before the table is.
alter table leads drop column like_specialization, drop column like_city;
alter table leads
  add column like_specialization text generated always as (nullif(btrim(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(normalize(lower(left(data ->> 'specialization', 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g'),
      '([a-z]{2})ies\M', '\1y', 'g'), '(ch|sh|x|ss|zz)es\M', '\1', 'g'), '([a-z]{2}[^su ])s\M', '\1', 'g')), '')) stored,
  add column like_city text generated always as (nullif(btrim(
    regexp_replace(regexp_replace(normalize(lower(left(data ->> 'city', 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g')), '')) stored;
-- Those of the same city come first among those of one specialization.
create index leads_like_specialization on leads (workspace_id, like_specialization, like_city)
  where like_specialization is not null;
create index leads_like_city on leads (workspace_id, like_city) where like_city is not null;
