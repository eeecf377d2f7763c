// Writes the rows of one ingest call: each gets an outcome of its own, and a bad one never loses the others.
import type { FieldError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { merge } from '../imports/row-reading.logic.ts'
import { addColumns } from '../workbooks/columns.commands.ts'
import { type Identity, identityKey } from '../workbooks/identity.logic.ts'
import { columnByKey, mergeData, readRowData } from '../workbooks/rows.logic.ts'
import {
  blocksOf,
  countRows,
  insertRows,
  lockRowsByKey,
  type NewRow,
  takePositions,
  touchWorkbook,
  updateRowData,
} from '../workbooks/rows.writes.ts'
import { changeStructure, openForWriting } from '../workbooks/structure.lock.ts'
import { ringRows, ringWorkbook } from '../workbooks/workbook.events.ts'
import { readColumns } from '../workbooks/workbooks.reads.ts'
import type { IngestRequest, IngestResult, UnknownKeys } from './ingest.schema.ts'
import { columnNameOf, typeOfValues, unknownKeysOf } from './keys.logic.ts'

/** A row that could be read, under its place in the call. */
interface ReadRow {
  index: number
  data: JsonObject
  key: string | null
}

type Outcome = IngestResult['rows'][number]

/** Takes in up to 500 rows. Those with an identity the workbook knows change that row, the others are added at the end. */
export async function ingestRows(
  tx: WorkspaceTx,
  workbookId: string,
  { rows, existing }: IngestRequest,
  unknownKeys: UnknownKeys,
): Promise<IngestResult> {
  if (unknownKeys === 'add_column') await addUnknown(tx, workbookId, rows)
  const workbook = await openForWriting(tx, workbookId)
  const outcomes: Outcome[] = []
  const ignored = new Set<string>()
  const read: ReadRow[] = []
  const find = columnByKey(workbook.columns)
  for (const [index, row] of rows.entries()) {
    const known = readRow(row, find, unknownKeys, ignored)
    if ('reason' in known) outcomes[index] = { row_id: null, outcome: 'rejected', reason: known.reason }
    else read.push({ index, data: known.data, key: keyOf(workbook.identity, known.data) })
  }
  const changed = await place(tx, workbookId, read, existing, outcomes)
  if (changed.created.length > 0) await ringRows(tx, 'rows.created', workbookId, changed.created)
  if (changed.updated.length > 0) await ringRows(tx, 'rows.updated', workbookId, changed.updated)
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    rows: outcomes,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    ignored_keys: [...ignored].slice(0, 100),
  }
}

const keyOf = (identity: Identity | null, data: JsonObject) => (identity ? identityKey(identity, data) : null)

type Find = ReturnType<typeof columnByKey>

function readRow(
  row: unknown,
  find: Find,
  unknownKeys: UnknownKeys,
  ignored: Set<string>,
): { data: JsonObject } | { reason: string } {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return { reason: 'A row must be an object' }
  const entries = Object.entries(row)
  const unknown = entries.filter(([key]) => !find(key)).map(([key]) => key)
  if (unknown.length > 0 && unknownKeys === 'reject') return { reason: `There is no column "${unknown[0]}"` }
  for (const key of unknown) ignored.add(key)
  const problems: FieldError[] = []
  const known = Object.fromEntries(entries.filter(([key]) => find(key)))
  const values = readRowData(known, find, [], problems)
  if (problems[0]) return { reason: problems[0].msg }
  // A program that knows a value only sometimes sends null the other times: it must not take away what is there.
  const data = mergeData({}, values)
  return Object.keys(data).length > 0 ? { data } : { reason: 'The row holds no value of any column' }
}

/** Adds a column for each member that none is called like, as long as the workbook has room. */
async function addUnknown(tx: WorkspaceTx, workbookId: string, rows: readonly unknown[]): Promise<void> {
  const missing = async () => unknownKeysOf(rows, columnByKey(await readColumns(tx, workbookId)))
  if ((await missing()).length === 0) return
  await changeStructure(tx, workbookId)
  // Who held it before may have added the same ones.
  const unknown = await missing()
  const wanted = unknown.map(({ key, values }) => ({
    name: columnNameOf(key),
    type: 'input' as const,
    input_type: typeOfValues(values),
  }))
  await addColumns(tx, workbookId, wanted, (index) => ['rows', unknown[index]?.index ?? 0])
  await ringWorkbook(tx, 'workbook.updated', workbookId)
}

interface Changed {
  created: string[]
  updated: string[]
}

/** Writes the rows and notes what became of each. A row added by someone else meanwhile is met in the next round. */
async function place(
  tx: WorkspaceTx,
  workbookId: string,
  read: readonly ReadRow[],
  existing: IngestRequest['existing'],
  outcomes: Outcome[],
): Promise<Changed> {
  const changed: Changed = { created: [], updated: [] }
  const blocks: number[] = []
  for (let left = read; left.length > 0; ) {
    const keys = [...new Set(left.flatMap(({ key }) => key ?? []))].sort()
    const stored = keys.length > 0 ? await lockRowsByKey(tx, workbookId, keys) : []
    const known = new Map(stored.map((row) => [row.identity_key, row]))
    const made = new Map<string, { data: JsonObject }>()
    const updated = new Set<string>()
    const added: { id: string; key: string | null; data: JsonObject; of: ReadRow[] }[] = []
    for (const one of left) {
      const row = one.key === null ? undefined : known.get(one.key)
      const twin = one.key === null ? undefined : made.get(one.key)
      const met = row ?? twin
      const merged = met && (existing === 'skip' ? null : merge(met.data, one.data, existing))
      if (met && merged) met.data = merged
      if (row) {
        if (merged) updated.add(row.id)
        outcomes[one.index] = { row_id: row.id, outcome: merged ? 'updated' : 'unchanged', reason: null }
      } else if (twin) {
        const group = added.find((group) => group.key === one.key)
        group?.of.push(one)
        outcomes[one.index] = { row_id: group?.id ?? null, outcome: merged ? 'updated' : 'unchanged', reason: null }
      } else {
        const group = { id: newId(), key: one.key, data: one.data, of: [one] }
        added.push(group)
        if (one.key !== null) made.set(one.key, group)
        outcomes[one.index] = { row_id: group.id, outcome: 'created', reason: null }
      }
    }
    const rewritten = stored.filter(({ id }) => updated.has(id))
    if (rewritten.length > 0) await updateRowData(tx, workbookId, rewritten)
    changed.updated.push(...updated)
    const inserted = await insertNew(tx, workbookId, added, blocks)
    changed.created.push(...inserted)
    left = added.filter(({ id }) => !inserted.has(id)).flatMap(({ of }) => of)
  }
  if (blocks.length > 0) await countRows(tx, workbookId, blocksOf(blocks))
  else if (changed.updated.length > 0) await touchWorkbook(tx, workbookId)
  return changed
}

/** Inserts the rows whose identity is still free at the end of the workbook; returns their ids. */
async function insertNew(
  tx: WorkspaceTx,
  workbookId: string,
  added: readonly { id: string; key: string | null; data: JsonObject }[],
  positions: number[],
): Promise<Set<string>> {
  if (added.length === 0) return new Set()
  const first = await takePositions(tx, workbookId, added.length)
  const rows: NewRow[] = added.map(({ id, key, data }, index) => ({
    id,
    position: first + index,
    data,
    identity_key: key,
  }))
  const inserted = await insertRows(tx, workbookId, rows)
  positions.push(...rows.filter(({ id }) => inserted.has(id)).map(({ position }) => position))
  return inserted
}
