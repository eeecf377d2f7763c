-- Specializations that mean the same in a workspace, for similar leads: "Dentist" is "Zahnarzt".
--
-- Names of one `meaning` are synonyms. The form is that of leads (0268), in full here as it is there.
create table specialization_synonyms (
  workspace_id uuid not null,
  meaning int not null,
  place int not null,
  name text not null,
  form text generated always as (nullif(btrim(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(normalize(lower(left(name, 200)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[\s!-/:-@\[-`{-~]+', ' ', 'g'),
      '([a-z]{2})ies\M', '\1y', 'g'), '(ch|sh|x|ss|zz)es\M', '\1', 'g'), '([a-z]{2}[^su ])s\M', '\1', 'g')), '')) stored,
  primary key (workspace_id, meaning, place)
);
create index specialization_synonyms_by_form on specialization_synonyms (workspace_id, form);

select tenant_table('specialization_synonyms');
