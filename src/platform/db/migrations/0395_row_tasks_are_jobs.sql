-- Work over all rows is a job like other long work: what is under way goes on as one, from the position that it had reached.

-- In the order in which batches take them.
lock table workbooks, row_walks in access exclusive mode;
alter table row_walks no force row level security;
do $$
declare w uuid;
begin
  for w in select distinct workspace_id from row_walks loop
    perform app_set('app.workspace_id', w::text);
    -- Of a workbook that was deleted it is over.
    insert into jobs (workspace_id, id, kind, title, subject, payload, status, done, total, checkpoint, error, created_at, finished_at)
      select r.workspace_id, r.id, 'workbook.' || r.kind,
        case r.kind when 'rekey' then 'Update the duplicate key' when 'convert' then 'Convert the values of a column'
          when 'copy_values' then 'Copy the values of a column' when 'copy_rows' then 'Copy rows' else 'Make leads rows of a workbook' end,
        jsonb_build_object('workbook_id', r.workbook_id),
        jsonb_build_object('workbook_id', r.workbook_id)
          || case r.kind when 'convert' then '{"invalid_values": "keep"}' else '{}' end::jsonb || (r.detail - 'total'),
        case when b.deleted_at is null then 'pending' else 'cancelled' end, r.done,
        coalesce((r.detail ->> 'total')::bigint, b.total_rows),
        jsonb_build_object('after', r.after_position, 'rows', r.done),
        case when b.deleted_at is not null then 'The workbook was deleted' end,
        r.created_at, case when b.deleted_at is not null then now() end
      from row_walks r join workbooks b on b.workspace_id = r.workspace_id and b.id = r.workbook_id
      where r.workspace_id = w;
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, visible)
      select id, workspace_id, kind, payload, 50, 'long', true from jobs
      where workspace_id = w and status = 'pending'
        and kind in ('workbook.rekey', 'workbook.convert', 'workbook.copy_values', 'workbook.copy_rows', 'workbook.copy_leads');
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
-- The version before, while it still runs, refuses to begin such work; what it was doing is a job now.
delete from queue where kind = 'workbook.walk';
drop table row_walks;
