// The duplicate key of a workbook: its columns and their normal form, or none.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { callOff, defineRowTask, doneSoFar, type RowTaskPlan, startRowTask } from '../row-tasks/row-tasks.commands.ts'
import { type DuplicateKey, type IdentityPart, signatureOf } from '../store/identity.logic.ts'
import { newChange, recordChange } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { rekey, writeIdentity } from './bulk.commands.ts'
import type { IdentityState, IdentityWanted, WantedPart } from './duplicate-key.schema.ts'

export async function readIdentityState(tx: WorkspaceTx, workbookId: string): Promise<IdentityState> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { identity, total_rows } = await readStored(tx, id)
  const columns = await readColumns(tx, id)
  // A deleted column can return by undo, and the duplicate key with it.
  const isThere = identity?.parts.every(({ column_id }) => columns.some((column) => column.id === column_id))
  if (identity === null || !isThere) return { columns: null, state: 'none', done_rows: null, total_rows }
  return {
    columns: [...identity.parts],
    state: identity.building ? 'building' : 'ready',
    done_rows: identity.building ? ((await doneSoFar(tx, id, REKEY)) ?? 0) : null,
    total_rows,
  }
}

/** Sets the identity. Rows get their keys at once when they are few, else in the background, without making writers wait. */
export async function setIdentity(
  tx: WorkspaceTx,
  workbookId: string,
  { columns }: IdentityWanted,
): Promise<IdentityState> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const parts = columns === null ? null : mustBeParts(columns, await readColumns(tx, id))
  const { identity } = await readStored(tx, id)
  const isSame = (identity && signatureOf(identity)) === (parts && signatureOf({ parts }))
  await changeIdentity(tx, id, parts)
  const whole = { identity: { before: identity && [...identity.parts], after: parts } }
  if (!isSame) await recordChange(tx, id, { ...newChange('set_identity', {}), detail: { whole } })
  await emitWorkbook(tx, 'workbook.updated', id)
  return readIdentityState(tx, id)
}

/** As {@link setIdentity}; the structure of the workbook must be held for change. Nothing happens when it is so already. */
export async function changeIdentity(tx: WorkspaceTx, workbookId: string, parts: IdentityPart[] | null): Promise<void> {
  const { identity, total_rows } = await readStored(tx, workbookId)
  const wanted: DuplicateKey | null = parts === null ? null : { parts }
  if ((wanted && signatureOf(wanted)) === (identity && signatureOf(identity))) return
  await callOff(tx, workbookId, REKEY)
  await writeIdentity(tx, workbookId, wanted && { ...wanted, building: true })
  if (parts) await startRowTask(tx, rekeying, { workbook_id: workbookId, parts }, total_rows)
  await audit(tx, {
    act: 'workbook.identity_set',
    object: { type: 'workbook', id: workbookId },
    after: { identity: wanted && signatureOf(wanted) },
  })
}

/** A duplicate key that is cancelled half-way is removed from the workbook: rows without their key would be added again. */
const REKEY = defineRowTask({
  name: 'workbook.rekey',
  title: 'Update the duplicate key',
  payload: Type.Object({ workbook_id: Type.String(), parts: Type.Unsafe<IdentityPart[]>({ type: 'array' }) }),
  cancelled: (tx, { workbook_id }) => changeIdentity(tx, workbook_id, null),
})

const REKEY_ANEW = defineJob({
  name: 'workbook.rekey_anew',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})

/** Handles tickets of migrations that changed the normal form of a value. Safe to repeat. */
export function rekeyAnewJob(database: Database): JobHandler<typeof REKEY_ANEW.payload> {
  return handleWorkspaceJob(REKEY_ANEW, ({ workbook_id }, { workspace_id }) =>
    database.inWorkspace(workspace_id, async (tx) => {
      const { rowCount } = await tx.client.query(
        'select from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
        [tx.workspace_id, workbook_id],
      )
      if (rowCount === 0) return
      await changeStructure(tx, workbook_id)
      const { identity, total_rows } = await readStored(tx, workbook_id)
      if (identity === null || identity.building) return
      const { parts } = identity
      await writeIdentity(tx, workbook_id, { parts, building: true })
      await startRowTask(tx, rekeying, { workbook_id, parts: [...parts] }, total_rows)
    }),
  )
}

/** Gives the rows their keys, from the first row on. */
export const rekeying: RowTaskPlan<typeof REKEY.payload> = {
  kind: REKEY,
  async step(tx, { workbook_id, parts }, after, limit) {
    const now = (await readStored(tx, workbook_id)).identity
    if (!now?.building || signatureOf(now) !== signatureOf({ parts })) return { after: null, rows: 0, stop: true }
    return rekey(tx, workbook_id, { parts }, after ?? Number.NEGATIVE_INFINITY, limit)
  },
  async end(tx, { workbook_id, parts }) {
    await writeIdentity(tx, workbook_id, { parts })
    await emitWorkbook(tx, 'workbook.updated', workbook_id)
  },
}

/** The identity, for callers that look rows up by it now; refuses (503) while existing rows get their keys. */
export function requireBuilt(identity: DuplicateKey | null): DuplicateKey | null {
  if (!identity?.building) return identity
  return refuse(
    'unavailable',
    'The duplicate key was changed a moment ago, and existing rows are still being checked. ' +
      'Nothing was written; try again shortly.',
    { retryAfter: 5 },
  )
}

/** The columns as they are stored. Refuses (422) one that is unknown, computed or named twice. */
export function mustBeParts(wanted: readonly WantedPart[], columns: readonly ColumnConfig[]): IdentityPart[] {
  const fields: FieldError[] = []
  const wrong = (index: number, type: string, msg: string, input: unknown) =>
    fields.push({ loc: ['body', 'columns', index, 'column_id'], type, msg, input })
  for (const [index, { column_id }] of wanted.entries()) {
    const column = columns.find(({ id }) => id === column_id)
    if (!column) wrong(index, 'unknown_column', 'There is no such column', column_id)
    else if (column.type !== 'input')
      wrong(index, 'computed_column', `"${column.name}" is computed; a duplicate key needs input columns`, column_id)
    else if (wanted.findIndex((one) => one.column_id === column_id) < index)
      wrong(index, 'duplicate_column', `"${column.name}" is given twice`, column_id)
  }
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
  return wanted.map(({ column_id, normaliser, ignore_plus_tags }) => ({
    column_id,
    normaliser,
    ...(normaliser === 'email' && ignore_plus_tags && { ignore_plus_tags }),
  }))
}

export async function readStored(
  tx: WorkspaceTx,
  workbookId: string,
): Promise<{ identity: DuplicateKey | null; total_rows: number }> {
  const { rows } = await tx.client.query<{ identity: DuplicateKey | null; total_rows: number }>(
    'select identity, total_rows from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  return rows[0] ?? refuse('not_found', 'Workbook not found')
}
