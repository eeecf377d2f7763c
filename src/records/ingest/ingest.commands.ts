// Writes the rows of one ingest call: each gets an outcome of its own, and a bad one never loses the others.

import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ItemFault } from '../../platform/http/checks/item-fault.ts'
import { addColumns } from '../columns/columns.commands.ts'
import { readErasureKeys } from '../lead-facts/erasure.reads.ts'
import { changeStructure, type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { type ReadColumn, readValues } from '../reading/row-reading.logic.ts'
import { decimalOfProgram } from '../reading/value-reading.logic.ts'
import { requireBuilt } from '../rows/duplicate-key.commands.ts'
import { settle } from '../rows/new-rows.commands.ts'
import { outcomeOf, type ReadRow, upsertRows } from '../rows/upsert.commands.ts'
import { policyOf } from '../rows/upsert.logic.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { newChange } from '../store/recorder.ts'
import { positionsOf, type ReservedPositions, withoutWaiting } from '../store/rows/positions.writes.ts'
import { columnByKey, problemOf } from '../store/rows/rows.logic.ts'
import { takenKeys, takePositions } from '../store/rows/rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import type { IngestRequest, IngestResult, UnknownKeys } from './ingest.schema.ts'
import { columnNameOf, typeOfValues, unknownKeysOf } from './keys.logic.ts'

type Outcome = IngestResult['rows'][number]

/**
 * Takes in up to 500 rows. Those with an identity the workbook knows change that row, the others are added at the end.
 *
 * Their positions are taken in a short transaction before: it locks the workbook's row, and rows must not
 * be locked after it (see structure.lock.ts).
 */
export async function ingestRows(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  request: IngestRequest & { unknown_keys: UnknownKeys },
): Promise<IngestResult> {
  const reserved = await database.inWorkspace(at, async (tx) => {
    if (request.unknown_keys === 'add_column') await addUnknown(tx, workbookId, request.rows)
    // The line of the audit log comes with the rows: a position without one is nothing.
    tx.acts.push('rows.ingested')
    return reservePositions(tx, workbookId, request)
  })
  return database.inWorkspace(at, (tx) => writeRows(tx, workbookId, request, { ...reserved }))
}

async function reservePositions(
  tx: WorkspaceTx,
  workbookId: string,
  { rows, unknown_keys }: IngestRequest & { unknown_keys: UnknownKeys },
): Promise<ReservedPositions> {
  await withoutWaiting(tx)
  const { read } = readRows(await openForWriting(tx, workbookId), rows, unknown_keys)
  const keys = [...new Set(read.flatMap(({ key }) => key ?? []))]
  const taken = await takenKeys(tx, workbookId, keys)
  const count = keys.length - taken.size + read.filter(({ key }) => key === null).length
  return { next: count > 0 ? await takePositions(tx, workbookId, count) : 0, left: count }
}

function readRows(
  { columns, identity }: Pick<OpenWorkbook, 'columns' | 'identity'>,
  rows: readonly unknown[],
  unknownKeys: UnknownKeys,
) {
  const outcomes: Outcome[] = []
  const ignored = new Set<string>()
  const read: ReadRow[] = []
  const find = columnByKey(columns)
  const decimals = decimalsOf(rows, find)
  for (const [index, row] of rows.entries()) {
    const known = readRow(row, { find, unknownKeys, ignored, decimals })
    if ('reason' in known) outcomes[index] = { row_id: null, outcome: 'rejected', reason: known.reason }
    else read.push({ index, data: known.data, key: keyOf(requireBuilt(identity), known.data) })
  }
  return { read, outcomes, ignored }
}

async function writeRows(
  tx: WorkspaceTx,
  workbookId: string,
  { rows, existing, unknown_keys }: IngestRequest & { unknown_keys: UnknownKeys },
  reserved: ReservedPositions,
): Promise<IngestResult> {
  const [workbook, erasureKeys] = await Promise.all([openForWriting(tx, workbookId), readErasureKeys(tx)])
  const { read, outcomes, ignored } = readRows(workbook, rows, unknown_keys)
  const change = newChange('ingest', {})
  const changed = await upsertRows(tx, workbookId, read, {
    policy: policyOf(existing),
    identity: workbook.identity,
    areKnown: true,
    erasureKeys,
    tell: (index, placed) => {
      outcomes[index] = placed.target
        ? { ...outcomeOf(placed.target, placed), reason: null }
        : { row_id: null, outcome: 'rejected', reason: placed.reason }
    },
    // Rows that were there a moment ago may be gone: rare enough for holding the workbook, and for a retry when two wait for each other.
    positions: (count) => positionsOf(tx, workbookId, count, reserved),
    change_id: change.id,
  })
  await settle(tx, workbook, read, changed, change, false)
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const counts = {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
  }
  await audit(tx, { act: 'rows.ingested', object: { type: 'workbook', id: workbookId }, after: counts })
  return {
    rows: outcomes,
    ...counts,
    ignored_keys: [...ignored].slice(0, 100),
  }
}

const keyOf = (identity: DuplicateKey | null, data: JsonObject) => (identity ? identityKey(identity, data) : null)

type Find = ReturnType<typeof columnByKey>

const isRow = (row: unknown): row is JsonObject =>
  typeof row === 'object' && row !== null && !Array.isArray(row) && !(row instanceof ItemFault)

interface RowContext {
  find: Find
  unknownKeys: UnknownKeys
  ignored: Set<string>
  decimals: ReadonlyMap<string, '.' | ',' | null>
}

function readRow(
  row: unknown,
  { find, unknownKeys, ignored, decimals }: RowContext,
): { data: JsonObject } | { reason: string } {
  if (row instanceof ItemFault) return { reason: row.message }
  if (!isRow(row)) return { reason: 'A row must be an object' }
  const values: { [column: string]: Json } = {}
  const mapped: ReadColumn[] = []
  for (const [key, value] of Object.entries(row)) {
    const column = find(key)
    if (!column && unknownKeys !== 'reject') {
      ignored.add(key)
      continue
    }
    const problem = problemOf(key, column, values)
    if (problem) return { reason: problem.msg }
    if (column?.type !== 'input') continue
    values[column.id] = value
    mapped.push({ column, unparsed: 'keep', date_order: null, decimal: decimals.get(column.id) ?? null })
  }
  // A program that knows a value only sometimes sends null the other times: it must not take away what is there.
  const { data, reason } = readValues(mapped, ({ column }) => values[column.id])
  return reason === null ? { data } : { reason }
}

/** How the numbers of each column are written in this call. */
function decimalsOf(rows: readonly unknown[], find: Find): ReadonlyMap<string, '.' | ',' | null> {
  const given = new Map<InputColumn, Json[]>()
  for (const row of rows.filter(isRow))
    for (const [key, value] of Object.entries(row)) {
      const column = typeof value === 'string' ? find(key) : undefined
      if (column?.type !== 'input') continue
      const values = given.get(column) ?? []
      given.set(column, values)
      values.push(value)
    }
  return new Map([...given].map(([{ id, input_type }, values]) => [id, decimalOfProgram(input_type, values)]))
}

/** Adds a column for each member that none is called like, as long as the workbook has room. */
async function addUnknown(tx: WorkspaceTx, workbookId: string, rows: readonly unknown[]): Promise<void> {
  const missing = async () => unknownKeysOf(rows, columnByKey(await readColumns(tx, workbookId)))
  if ((await missing()).length === 0) return
  await changeStructure(tx, workbookId)
  // The transaction that held it before may have added the same rows.
  const unknown = await missing()
  const wanted = unknown.map(({ key, values }) => ({
    name: columnNameOf(key),
    type: 'input' as const,
    input_type: typeOfValues(values),
  }))
  await addColumns(tx, workbookId, wanted, (index) => ['rows', unknown[index]?.index ?? 0])
  await emitWorkbook(tx, 'workbook.updated', workbookId)
  const after = { columns: wanted.map(({ name }) => name).slice(0, 50) }
  await audit(tx, { act: 'columns.added', object: { type: 'workbook', id: workbookId }, after })
}
