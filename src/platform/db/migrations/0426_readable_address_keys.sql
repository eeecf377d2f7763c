-- Rows whose e-mail key was made before `müller.example` and its punycode were one get their keys anew, by a job for each workbook that has such rows.
alter table workbooks no force row level security;
alter table workbook_rows no force row level security;
do $$
declare
  b record;
begin
  for b in select w.workspace_id, w.id from workbooks w where w.identity is not null and w.deleted_at is null and exists (
      select from workbook_rows r where r.workspace_id = w.workspace_id and r.workbook_id = w.id and r.identity_key like '%@%xn--%') loop
    perform app_set('app.workspace_id', b.workspace_id::text);
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key)
      values (gen_random_uuid(), b.workspace_id, 'workbook.rekey_anew', jsonb_build_object('workbook_id', b.id), 50, 'long',
        b.workspace_id || ':' || b.id);
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
alter table workbooks force row level security;
alter table workbook_rows force row level security;
