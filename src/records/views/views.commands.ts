// What people do with views: keep one, change it, copy it, delete it.

import { mustBeChangeable, mustBePublishable, type Viewer } from '../../identity/sharing.logic.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { callConsumer } from '../store/dirty-rows/dirty-rows.commands.ts'
import { viewIndexing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { type StoredView, viewProblems } from './view.logic.ts'
import type { ViewConfig, ViewCreate, ViewResponse, ViewUpdate } from './view.schema.ts'
import { mustReadView, shownView } from './views.reads.ts'

/** The most views of a workbook: so many that all see, and so many of each user's own. */
const MAX_VIEWS = 100
const INSTEAD = 'Duplicate it to have one of your own.'

export async function createView(
  tx: WorkspaceTx,
  workbookId: string,
  viewer: Viewer,
  { name, scope = 'personal', ...config }: ViewCreate,
): Promise<ViewResponse> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  mustBeSound(config, workbook.columns_config)
  return insert(tx, workbook, viewer, { name: shown(name), scope, config })
}

export async function duplicateView(
  tx: WorkspaceTx,
  workbookId: string,
  viewId: string,
  viewer: Viewer,
  name: string | undefined,
): Promise<ViewResponse> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const view = await mustReadView(tx, workbook.id, viewId)
  const copy = name === undefined ? `${cutText(view.name, 195)} copy` : shown(name)
  return insert(tx, workbook, viewer, { name: copy, scope: 'personal', config: view.config })
}

export async function updateView(
  tx: WorkspaceTx,
  workbookId: string,
  viewId: string,
  viewer: Viewer,
  { name, scope, ...config }: ViewUpdate,
): Promise<ViewResponse> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const view = await mustReadView(tx, workbook.id, viewId)
  mustBeChangeable(view, viewer, 'workbooks.edit', INSTEAD)
  mustBeSound(config, workbook.columns_config)
  if (scope !== undefined && scope !== view.scope) {
    // Others' views cannot be taken away by making them personal.
    if (scope === 'personal' && view.made_by !== viewer.principal.user_id)
      refuse('forbidden', 'Only who made a view can make it personal. Duplicate it to have one of your own.')
    mustBePublishable(scope, viewer, 'workbooks.edit', 'views')
    await mustHaveRoom(tx, workbook.id, scope, viewer)
  }
  await tx.client.query(
    `update workbook_views set name = coalesce($4, name), scope = coalesce($5, scope), config = config || $6, updated_at = now()
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbook.id, view.id, name === undefined ? null : shown(name), scope ?? null, config],
  )
  await emitViews(tx, workbook.id, view.id, 'updated')
  return shownView(await mustReadView(tx, workbook.id, view.id), workbook.columns_config)
}

export async function deleteView(tx: WorkspaceTx, workbookId: string, viewId: string, viewer: Viewer): Promise<void> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const view = await mustReadView(tx, workbook.id, viewId)
  mustBeChangeable(view, viewer, 'workbooks.edit', INSTEAD)
  await tx.client.query('delete from workbook_views where workspace_id = $1 and workbook_id = $2 and id = $3', [
    tx.workspace_id,
    workbook.id,
    view.id,
  ])
  await emitViews(tx, workbook.id, view.id, 'deleted')
}

async function insert(
  tx: WorkspaceTx,
  workbook: { id: string; columns_config: readonly { id: string }[] },
  viewer: Viewer,
  { name, scope, config }: { name: string; scope: StoredView['scope']; config: ViewConfig },
): Promise<ViewResponse> {
  mustBePublishable(scope, viewer, 'workbooks.edit', 'views')
  await mustHaveRoom(tx, workbook.id, scope, viewer)
  const id = newId()
  await tx.client.query(
    'insert into workbook_views (workspace_id, id, workbook_id, name, scope, made_by, config) values ($1, $2, $3, $4, $5, $6, $7)',
    [tx.workspace_id, id, workbook.id, name, scope, viewer.principal.user_id, config],
  )
  await emitViews(tx, workbook.id, id, 'created')
  return shownView(await mustReadView(tx, workbook.id, id), workbook.columns_config)
}

/** Emits the change and updates indexes. Personal views emit too, because their owner may have a second window open; the event does not contain the view. */
async function emitViews(tx: WorkspaceTx, workbookId: string, viewId: string, change: string): Promise<void> {
  await emitWorkbook(tx, 'workbook.views', workbookId, { view_id: viewId, change })
  await callConsumer(tx, viewIndexing, workbookId)
}

function mustBeSound(config: ViewConfig, columns: readonly { id: string }[]): void {
  const ids = new Set(columns.map(({ id }) => id))
  const fields = viewProblems(config, (id) => ids.has(id))
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

async function mustHaveRoom(
  tx: WorkspaceTx,
  workbookId: string,
  scope: StoredView['scope'],
  { principal }: Viewer,
): Promise<void> {
  const { rows } = await tx.client.query<{ views: number }>(
    `select count(*)::int as views from workbook_views where workspace_id = $1 and workbook_id = $2
       and (scope = 'personal') = $3 and (scope <> 'personal' or made_by = $4)`,
    [tx.workspace_id, workbookId, scope === 'personal', principal.user_id],
  )
  if ((rows[0]?.views ?? 0) < MAX_VIEWS) return
  const whose = scope === 'personal' ? 'You have' : 'This workbook has'
  refuse('conflict', `${whose} ${MAX_VIEWS} views already, which is the most. Delete a view that is no longer needed.`)
}

/** A name of blanks alone is no name. */
function shown(name: string): string {
  const text = name.trim()
  if (text !== '') return text
  const msg = 'String should have at least 1 character'
  return refuse('invalid', msg, {
    fields: [{ loc: ['body', 'name'], type: 'string_too_short', msg, input: name, ctx: { min_length: 1 } }],
  })
}
