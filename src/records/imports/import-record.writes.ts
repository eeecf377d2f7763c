// The record of an import: made with the upload, followed through plan and commit, swept after a day.
import { Type } from 'typebox'
import { cutText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Actor } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { ImportOptions } from './import.schema.ts'
import type { ImportRecord, ImportResult } from './import-record.schema.ts'
import type { StoredPlan } from './plan.logic.ts'

export const IMPORT_SWEEP = defineJob({
  name: 'import.sweep',
  payload: Type.Object({ import_id: Type.String(), whole: Type.Boolean() }),
  attempts: 20,
})
const KEPT_MS = 24 * 60 * 60_000

export interface StoredImport {
  id: string
  workbook_id: string
  state: ImportRecord['state']
  file_name: string
  file_size: number
  options: ImportOptions
  /** Names of the columns of the file; of a list of objects all its members, once all were seen. */
  names: string[] | null
  plan: StoredPlan | null
  done: number
  total: number | null
  first_position: number | null
  result: ImportResult | null
  error: string | null
  actor: Actor | null
  created_at: string
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const COLUMNS = `id, workbook_id, state, file_name, file_size, options, names, plan, done, total, first_position, result, error,
  actor, to_char(created_at, ${UTC}) as created_at`

/** Makes the record and the job that will sweep it away. */
export async function insertImport(
  tx: WorkspaceTx,
  { id, workbook_id, file_name, state }: Pick<StoredImport, 'id' | 'workbook_id' | 'file_name' | 'state'>,
  now: Date,
): Promise<void> {
  await tx.client.query(
    `insert into imports (workspace_id, id, workbook_id, state, file_name, actor) values ($1, $2, $3, $4, $5, $6)`,
    [tx.workspace_id, id, workbook_id, state, cutText(file_name, 300), tx.actor],
  )
  const run_at = new Date(now.getTime() + KEPT_MS)
  await enqueue(tx, IMPORT_SWEEP, { import_id: id, whole: true }, { run_at })
}

/** The import of the workbook; refuses (404) an unknown one. With `lock` no other transaction changes it until this one ends. */
export async function mustReadImport(
  tx: WorkspaceTx,
  workbookId: string,
  importId: string,
  lock = false,
): Promise<StoredImport> {
  const found = isUuid(importId) ? await readImport(tx, importId, lock) : null
  if (!found || found.workbook_id !== workbookId.toLowerCase()) return refuse('not_found', 'Import not found')
  return found
}

export async function readImport(tx: WorkspaceTx, importId: string, lock = false): Promise<StoredImport | null> {
  const { rows } = await tx.client.query<StoredImport>(
    `select ${COLUMNS} from imports where workspace_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.workspace_id, importId],
  )
  return rows[0] ?? null
}

type Change = Partial<Omit<StoredImport, 'id' | 'workbook_id' | 'actor' | 'created_at'>>

/** Changes members of the record. */
export async function changeImport(tx: WorkspaceTx, importId: string, change: Change): Promise<void> {
  const entries = Object.entries(change)
  const sets = entries.map(([name], index) => `${name} = $${index + 3}`)
  const values = entries.map(([name, value]) => (JSON_MEMBERS.has(name) ? JSON.stringify(value as Json) : value))
  await tx.client.query(
    `update imports set ${sets.join(', ')}, updated_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, importId, ...values],
  )
}

const JSON_MEMBERS = new Set(['options', 'names', 'plan', 'result'])

/** Emits the progress of an import; details are in its record. */
export async function emitImport(
  tx: WorkspaceTx,
  { id, workbook_id }: Pick<StoredImport, 'id' | 'workbook_id'>,
  { state, done, total }: { state: ImportRecord['state']; done: number; total: number | null },
): Promise<void> {
  await emitWorkbook(tx, 'rows.import_progress', workbook_id, { import_id: id, state, done, total })
}

export function recordOf(stored: StoredImport): ImportRecord {
  const { id, workbook_id, state, file_name, file_size, done, total, result, error, created_at } = stored
  return {
    id,
    workbook_id,
    state,
    file_name,
    file_size,
    done,
    total,
    result,
    error,
    created_at,
    plan: stored.plan && state !== 'planning' ? stored.plan.shown : null,
  }
}
