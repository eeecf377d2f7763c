// What a change did to a workbook beside its rows and columns: name, description, the duplicate key, views; done and taken back.
import { type Json, plainJson } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueueRename } from '../computed/renaming.commands.ts'
import { changeIdentity, readStored } from '../rows/duplicate-key.commands.ts'
import { callConsumer } from '../store/dirty-rows/dirty-rows.commands.ts'
import { viewIndexing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { isSame, type SettingsDetail, type Sides, type ViewSnapshot } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import type { Direction, SkippedItem } from './revert.logic.ts'

/** Makes the workbook as one side says; the structure must be held for change. */
export async function applySettings(
  tx: WorkspaceTx,
  workbookId: string,
  { name, description, identity, views = [] }: SettingsDetail,
  side: keyof Sides<unknown>,
): Promise<void> {
  const place = [tx.workspace_id, workbookId]
  for (const { id, [side]: view } of views) {
    if (view === null)
      await tx.client.query('delete from workbook_views where workspace_id = $1 and workbook_id = $2 and id = $3', [
        ...place,
        id,
      ])
    else
      await tx.client.query(
        `insert into workbook_views (workspace_id, workbook_id, id, name, scope, config, made_by) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace_id, id) do update
           set name = excluded.name, scope = excluded.scope, config = excluded.config, updated_at = now()
         where workbook_views.workbook_id = excluded.workbook_id`,
        [...place, id, view.name, view.scope, view.config, view.made_by],
      )
  }
  if (views.length > 0) {
    await emitWorkbook(tx, 'workbook.views', workbookId, { view_id: null, change: 'updated' })
    await callConsumer(tx, viewIndexing, workbookId)
  }
  if (identity) await changeIdentity(tx, workbookId, identity[side])
  if (name || description)
    await tx.client.query(
      `update workbooks set name = coalesce($3, name), description = coalesce($4, description), updated_at = now()
       where workspace_id = $1 and id = $2`,
      [...place, name?.[side] ?? null, description?.[side] ?? null],
    )
  if (name) await enqueueRename(tx, workbookId)
}

/** Restores what is still as the change left it; returns the rest. Only the user who changed a locked view can restore it. */
export async function revertSettings(
  tx: WorkspaceTx,
  workbookId: string,
  detail: SettingsDetail,
  direction: Direction,
  isOwn: boolean,
): Promise<SkippedItem[]> {
  const [from, to] = direction === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const)
  const skipped: SkippedItem[] = []
  const skip = (name: string, reason = 'changed_since') => skipped.push({ row_id: null, column_id: null, name, reason })
  const now = await readNow(tx, workbookId)
  const free: SettingsDetail = {}
  for (const member of ['name', 'description'] as const) {
    const sides = detail[member]
    if (!sides) continue
    if (sides[from] === now[member]) free[member] = sides
    else skip(member === 'name' ? 'The name of the workbook' : 'The description of the workbook')
  }
  if (detail.identity) {
    const { [from]: was, [to]: is } = detail.identity
    const isThere = (is ?? []).every(({ column_id }) => now.columns.has(column_id))
    if (!isSame(plainJson(was), plainJson(now.identity))) skip('Duplicate key')
    else if (!isThere) skip('Duplicate key', 'column_deleted')
    else free.identity = detail.identity
  }
  free.views = (detail.views ?? []).filter((view) => {
    const there = now.views.get(view.id) ?? null
    const words = `The view “${(view.after ?? view.before)?.name}”`
    const isFree = isSame(image(view[from]), image(there))
    if (!isFree) skip(words)
    else if (!isOwn && [there, view[to]].some((one) => one?.scope === 'locked')) skip(words, 'locked')
    else return true
    return false
  })
  await applySettings(tx, workbookId, free, to)
  return skipped
}

const image = (view: ViewSnapshot | null): Json =>
  view && plainJson({ name: view.name, scope: view.scope, config: view.config })

async function readNow(tx: WorkspaceTx, workbookId: string) {
  const place = [tx.workspace_id, workbookId]
  const { rows } = await tx.client.query<{ name: string; description: string }>(
    'select name, description from workbooks where workspace_id = $1 and id = $2',
    place,
  )
  const views = await tx.client.query<ViewSnapshot & { id: string }>(
    'select id, name, scope, config, made_by from workbook_views where workspace_id = $1 and workbook_id = $2',
    place,
  )
  const { identity } = await readStored(tx, workbookId)
  return {
    name: rows[0]?.name,
    description: rows[0]?.description,
    identity: identity ? [...identity.parts] : null,
    views: new Map(views.rows.map((view) => [view.id, view])),
    columns: new Set((await readColumns(tx, workbookId)).map(({ id }) => id)),
  }
}
