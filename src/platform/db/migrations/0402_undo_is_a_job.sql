-- Undoing and redoing what is large are jobs: a change says whether it is in effect, and its open job that it is being turned and how far that is.

-- In the order in which batches take them. The version before, while it still runs, refuses to begin such work.
lock table workbooks, changes in access exclusive mode;
alter table changes no force row level security;
do $$
declare
  w uuid;
  c record;
  job uuid;
  at jsonb;
begin
  for w in select distinct workspace_id from changes where state in ('undoing', 'redoing') loop
    perform app_set('app.workspace_id', w::text);
    for c in select h.*, b.deleted_at from changes h join workbooks b on b.workspace_id = h.workspace_id and b.id = h.workbook_id
      where h.workspace_id = w and h.state in ('undoing', 'redoing') order by h.id
    loop
      -- Of a deleted workbook it is over.
      continue when c.deleted_at is not null or c.flip is null;
      select coalesce(min(id::text)::uuid, gen_random_uuid()) into job from queue
        where workspace_id = w and kind = 'history.flip' and payload ->> 'change_id' = c.id::text;
      delete from queue where workspace_id = w and id = job;
      at := c.flip - 'by';
      insert into jobs (workspace_id, id, kind, title, subject, payload, checkpoint, created_by, actor_name, created_at)
        values (w, job, 'workbook.revert',
          case when c.detail ? 'chosen' and at ->> 'since' = c.id::text then 'Deleting rows' when c.state = 'undoing' then 'Undo a change' else 'Redo a change' end,
          jsonb_build_object('workbook_id', c.workbook_id, 'change_id', c.id),
          jsonb_build_object('workbook_id', c.workbook_id, 'change_id', c.id, 'from', at, 'by', c.flip -> 'by'),
          case when (at ->> 'phase')::int > 0 or at ->> 'after' is not null then at end,
          (c.flip #>> '{by,user_id}')::bigint, c.flip #>> '{by,name}', coalesce(c.flipped_at, c.created_at));
      -- Many attempts: the version before, while it still runs, gives back what it does not know.
      insert into queue (id, workspace_id, kind, payload, max_attempts, lane, visible)
        select id, workspace_id, kind, payload, 50, 'long', true from jobs where workspace_id = w and id = job;
    end loop;
    update changes set state = 'done', flip = null where workspace_id = w and state in ('undoing', 'redoing');
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
alter table changes force row level security;
delete from queue where kind = 'history.flip';
drop index changes_under_way;
alter table changes drop constraint if exists changes_state_check;
alter table changes add constraint changes_state_check check (state in ('done', 'undone'));
