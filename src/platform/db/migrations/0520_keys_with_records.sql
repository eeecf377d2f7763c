-- A record has its blocking keys with it. So keys need no index by record and no foreign key, which were most of what preparing a lead cost, and keys of many
-- leads can be written later, in the order of their index.
alter table entity_records add column keys bigint[] not null default '{}';
alter table entity_records no force row level security;
alter table entity_keys no force row level security;
update entity_records r set keys = own.keys
  from (select workspace_id, record_id, array_agg(key) as keys from entity_keys group by workspace_id, record_id) own
  where r.workspace_id = own.workspace_id and r.id = own.record_id;
alter table entity_records force row level security;
alter table entity_keys force row level security;
alter table entity_keys drop constraint entity_keys_workspace_id_record_id_fkey;
drop index entity_keys_of_record;
