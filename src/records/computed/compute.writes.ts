// Computes the cells of some rows and writes those that changed.
import { setImmediate as pause } from 'node:timers/promises'
import { valueAt } from '../../engine/values/path.ts'
import { renderTemplate } from '../../engine/values/render.ts'
import { type Cell, type Row, referencedValue } from '../../engine/values/row.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { readLeadsById, type StoredLead } from '../lead-facts/lead.reads.ts'
import { type ComputedWrite, writeComputedCells } from '../store/cells/computed-cells.writes.ts'
import {
  type ComputedPlan,
  cellsRead,
  changeOf,
  formulaCell,
  formulaRow,
  isVolatile,
  type LookupColumnPlan,
  markedByInputs,
  type PlannedColumn,
  unknownKey,
  type WrittenCell,
  withCell,
} from '../store/columns/computed.logic.ts'
import type { Link } from '../store/follow.ts'
import { normalKey } from '../store/identity.logic.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { emitCells } from '../store/workbook.events.ts'
import { type AskLookup, findForRows, keysIn, type LookupKeyRow } from './formula-finds.ts'
import { answerLookup, type LookupAnswers, prepareLookup } from './lookups.reads.ts'
import { keepKeys, lookupField, sourceField } from './match-keys.writes.ts'

const NO_LEADS: ReadonlyMap<number, StoredLead> = new Map()
const NO_ANSWERS: LookupAnswers = { problem: null, byKey: new Map() }
/** Rows that are computed before the process yields to other work. */
const TURN = 100

/** Keys that rows gained or lost, by the field under which they are kept. */
export type MovedKeys = Map<string, string[]>

export interface ComputedRows {
  rows: string[]
  columns: string[]
  keys: MovedKeys
}

/**
 * Computes these columns, in the order of work, for rows that are locked; writes and emits the cells that are not so
 * already. `counted`: the rows are not of this transaction. Returns the ids of the rows that changed, and the keys that they gained or lost
 * where the workbook looks through itself, by field.
 */
export async function computeRows(
  tx: WorkspaceTx,
  workbookId: string,
  plan: ComputedPlan,
  columns: readonly PlannedColumn[],
  rowIds: readonly string[],
  counted: boolean,
): Promise<ComputedRows> {
  const keys: MovedKeys = new Map()
  if (columns.length === 0 || rowIds.length === 0) return { rows: [], columns: [], keys }
  const rows = await readRowsForRun(tx, workbookId, { row_ids: rowIds }, cellsRead(plan, columns))
  const writes: ComputedWrite[] = []
  let stored = 0
  /** Updates these rows first for lookups that search the same workbook. */
  const ask: AskLookup = async (lookup, keyed) => {
    if (lookup.workbook_id === workbookId) {
      const unstored = writes.slice(stored)
      stored = writes.length
      await carryProvenance(tx, workbookId, unstored)
      if (unstored.length > 0) await writeComputedCells(tx, workbookId, unstored, counted)
      const link = { key: lookup.their_key, compare: lookup.compare }
      const field = sourceField(link)
      const moved = await keepKeys(
        tx,
        workbookId,
        field,
        rows.map((row) => keyedBy(link, row.row_id, row)),
      )
      keys.set(field, [...(keys.get(field) ?? []), ...moved])
    }
    await keepKeys(tx, workbookId, lookupField(lookup), keyed)
    return prepareLookup(tx, workbookId, lookup, keysIn(keyed))
  }
  const now = columns.some(isVolatile) ? await timeOf(tx) : 0
  const leads = columns.some((planned) => 'field' in planned) ? await leadsOf(tx, rows) : NO_LEADS
  for (const planned of columns) {
    const answers = 'key' in planned ? await lookUp(ask, planned, rows) : undefined
    const found = 'checked' in planned ? await findForRows(planned, rows, plan, now, ask) : undefined
    for (const [index, row] of rows.entries()) {
      if (index % TURN === TURN - 1) await pause()
      const { id } = planned.column
      const computed: WrittenCell =
        'checked' in planned
          ? formulaCell(planned.checked, formulaRow(row, plan, now, found?.(row)), plan)
          : 'field' in planned
            ? leadCell(leads.get(row.lead_id ?? 0), planned.field)
            : (unknownKey(planned, row, plan) ??
              answerLookup(planned.column, keyOf(planned, row), answers ?? NO_ANSWERS))
      const written = markedByInputs(computed, row, id, plan)
      const before = row.cells[id]
      if (before?.status === 'overridden') continue
      const { from } = written
      const change = changeOf(row.row_id, id, before, written, from && isNewer(row, from.column_id, before))
      const passed = from && { from: { ...from, value: referencedValue(row, from.column_id) } }
      if (change) writes.push({ cell: change, was: before?.status, ...passed })
      withCell(row, id, written)
      const cell = row.cells[id]
      if (cell) cell.updated_at = change ? NOW : (before?.updated_at ?? null)
    }
  }
  if (writes.length === 0) return { rows: [], columns: [], keys }
  await carryProvenance(tx, workbookId, writes.slice(stored))
  if (stored < writes.length) await writeComputedCells(tx, workbookId, writes.slice(stored), counted)
  const cells = writes.map(({ cell }) => cell)
  await emitCells(tx, workbookId, cells)
  return {
    rows: [...new Set(cells.map((cell) => cell.row_id))],
    columns: [...new Set(cells.map((cell) => cell.column_id))],
    keys,
  }
}

/** The source of an answer, and where its fields are from, if they are told apart. */
interface SourceCell {
  row_id: string
  column_id: string
  provenance: JsonObject
  license: string | null
  confidence: number | null
}

/** A time after every stored one. */
const NOW = '9999'

/** Whether the column changed after the cell that passes its value on. */
function isNewer(row: Row, columnId: string, cell: Cell | undefined): boolean {
  const written = row.cells[columnId]?.updated_at ?? null
  return written !== null && cell !== undefined && written > (cell.updated_at ?? '')
}

/** A formula that passes on an answer, or a part of it, has the source, page, quote, confidence and license of that. */
async function carryProvenance(tx: WorkspaceTx, workbookId: string, writes: readonly ComputedWrite[]): Promise<void> {
  const given = writes.flatMap(({ cell, from }) => (from ? [{ cell, from }] : []))
  if (given.length === 0) return
  const { rows } = await tx.client.query<SourceCell>(
    `select row_id, column_id, provenance, license, confidence from cells
      where workspace_id = $1 and workbook_id = $2 and row_id = any($3) and column_id = any($4) and provenance is not null`,
    [
      tx.workspace_id,
      workbookId,
      [...new Set(given.map(({ cell }) => cell.row_id))],
      [...new Set(given.map(({ from }) => from.column_id))],
    ],
  )
  const sources = new Map<string, Omit<SourceCell, 'row_id' | 'column_id'>>(
    rows.map((source) => [`${source.row_id} ${source.column_id}`, source]),
  )
  // In the order of computation, so that a value that is passed on twice keeps its source.
  for (const { cell, from } of given) {
    const source = sources.get(`${cell.row_id} ${from.column_id}`)
    if (!source) continue
    const carried = carriedFrom(source, from)
    Object.assign(cell, carried)
    sources.set(`${cell.row_id} ${cell.column_id}`, carried)
  }
}

function carriedFrom(
  { provenance, license, confidence }: Omit<SourceCell, 'row_id' | 'column_id'>,
  { path, value }: NonNullable<ComputedWrite['from']>,
): Omit<SourceCell, 'row_id' | 'column_id'> {
  const { fields, others: _, why: __, ...whole } = provenance
  const [first] = path
  const name = typeof first === 'object' && 'name' in first ? first.name : first
  const part = typeof name === 'string' && isRecord(fields) && isRecord(fields[name]) ? fields[name] : {}
  // An item of a list may have its own page, such as a person of a company.
  const items = path.map((_, place) => valueAt(value, path.slice(0, place + 1))).filter(isRecord)
  const own = items.findLast(({ source_url: url }) => typeof url === 'string' && /^https?:/.test(url)) ?? part
  // The answer of an arbitrary API may contain anything, so only text counts as a quote.
  const place = Object.fromEntries(
    ['source_url', 'quote'].flatMap((key) => (own[key] && typeof own[key] === 'string' ? [[key, own[key]]] : [])),
  )
  const sure = [own.confidence, part.confidence].find((one) => typeof one === 'number' && one >= 0 && one <= 1)
  const carried = typeof sure === 'number' ? sure : confidence
  if (own !== part) delete whole.quote
  return { license, confidence: carried, provenance: { ...whole, ...place, confidence: carried } }
}

const isRecord = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The key by which a lookup finds the row; null for a deleted row. */
export function keyedBy(
  { key, compare }: Pick<Link, 'key' | 'compare'>,
  rowId: string,
  row: Row | undefined,
): LookupKeyRow {
  return {
    row_id: rowId,
    position: row?.position ?? 0,
    key: row ? normalKey(compare, referencedValue(row, key)) : null,
  }
}

async function lookUp(ask: AskLookup, planned: LookupColumnPlan, rows: readonly Row[]) {
  const keys = rows.map((row) => ({ row_id: row.row_id, position: row.position, key: keyOf(planned, row) }))
  return ask(planned.column, keys)
}

/** The key that the row looks up; null when it is blank. */
export function keyOf({ column, key }: LookupColumnPlan, row: Row): string | null {
  return normalKey(
    column.compare,
    renderTemplate(key, (id) => referencedValue(row, id)),
  )
}

async function timeOf(tx: WorkspaceTx): Promise<number> {
  const { rows } = await tx.client.query<{ now: string }>('select extract(epoch from now()) * 1000 as now')
  return Math.floor(Number(oneRow(rows).now))
}

function leadsOf(tx: WorkspaceTx, rows: readonly Row[]): Promise<ReadonlyMap<number, StoredLead>> {
  return readLeadsById(tx, [...new Set(rows.flatMap(({ lead_id }) => lead_id ?? []))])
}

/** Adds the source of the value in the lead store; null without a lead or a value. */
function leadCell(lead: StoredLead | undefined, field: string): WrittenCell {
  const value = lead?.data[field] ?? null
  if (lead === undefined || value === null) return { status: 'not_found', value: null }
  const provenance = lead.provenance[field] ?? { source: 'leads', method: 'inferred', license: 'inferred' }
  return { status: 'complete', value, provenance, license: String(provenance.license ?? 'unknown') }
}
