// The one plan for incoming rows: decides the outcome of each from existing rows and from earlier rows of the same call. Pure; files, calls and sources share it.
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { merge } from '../reading/row-reading.logic.ts'

export interface UpsertPolicy {
  existing: 'overwrite' | 'fill_blanks' | 'newer' | 'skip'
  /** For `newer`: the column whose date tells; a row of the file without one is not newer. */
  newer_by: string | null
  new_rows: 'create' | 'skip'
  /** Rows of the file that are the same: each changes the row in turn, or only the first or the last of them counts. */
  duplicates: 'merge' | 'first' | 'last'
}

/** What the policy is where nothing is said of it but what happens to rows that exist. */
export const policyOf = (existing: UpsertPolicy['existing']): UpsertPolicy => ({
  existing,
  newer_by: null,
  new_rows: 'create',
  duplicates: 'merge',
})

export type UpsertOutcome = 'create' | 'update' | 'unchanged' | 'skip' | 'reject'

/** Under what the rows of each outcome are counted. */
export const COUNTED = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  skip: 'skipped',
  reject: 'rejected',
} as const satisfies Record<UpsertOutcome, string>

/** A row that exists or is to be made. */
export interface UpsertTarget {
  id: string
  key: string | null
  /** Its values before the import; null for a new row. */
  before: JsonObject | null
  /** Its values as they will be. */
  data: JsonObject
  /** Rows of the file met it before. */
  met: boolean
}

/** A row of the file. */
export interface IncomingRow {
  key: string | null
  data: JsonObject
  /** The existing row, when it is known by other means than the key. */
  is?: UpsertTarget | undefined
}

export interface PlannedRow {
  outcome: UpsertOutcome
  /** Null for a row that is passed over and meets none. */
  target: UpsertTarget | null
  reason: string | null
  /** A row before it met the same target. */
  duplicate?: boolean
  /** The row of the file that met the target before counts no more. */
  overrules?: boolean
}

/**
 * Places the rows in their order. `known` is what their keys stand for, in the workbook or made before; rows that are to be made join it. Null: every
 * row that is not known otherwise is a new one. Changes the targets.
 */
export function planRows(
  rows: readonly IncomingRow[],
  known: Map<string, UpsertTarget> | null,
  policy: UpsertPolicy,
): PlannedRow[] {
  return rows.map((row) => {
    const { key } = row
    const met = row.is ?? (key === null ? undefined : known?.get(key))
    const duplicate = met?.met === true
    const planned = planRow(row, met, policy)
    if (duplicate) planned.duplicate = true
    if (met === undefined && planned.target !== null && key !== null) known?.set(key, planned.target)
    return planned
  })
}

function planRow({ key, data }: IncomingRow, known: UpsertTarget | undefined, policy: UpsertPolicy): PlannedRow {
  if (!known) {
    if (policy.new_rows === 'skip')
      return { outcome: 'skip', target: null, reason: 'no row of the workbook is the same' }
    return { outcome: 'create', target: { id: newId(), key, before: null, data, met: true }, reason: null }
  }
  const duplicate = known.met
  known.met = true
  if (duplicate && policy.duplicates === 'first') return skip(known, 'a row before it in the file is the same')
  if (duplicate && policy.duplicates === 'last') return overrule(known, data, policy)
  if (policy.existing === 'skip') return skip(known, 'the row exists')
  if (policy.existing === 'newer' && !isNewer(known.data, data, policy.newer_by)) return skip(known, NOT_NEWER)
  const merged = meet(known.data, data, policy)
  if (merged === null) return { outcome: 'unchanged', target: known, reason: null }
  // A row that the file already creates or changes is not counted twice.
  const isCounted = known.before === null || known.data !== known.before
  known.data = merged
  if (duplicate && isCounted) return skip(known, MERGED)
  return { outcome: 'update', target: known, reason: null }
}

// What the rows before it did is undone: this one meets the row as it was before the import.
function overrule(target: UpsertTarget, data: JsonObject, policy: UpsertPolicy): PlannedRow {
  if (target.before === null) {
    target.data = data
    return { outcome: 'create', target, reason: null, overrules: true }
  }
  const merged = meet(target.before, data, policy)
  target.data = merged ?? target.before
  if (policy.existing === 'skip') return { ...skip(target, 'the row exists'), overrules: true }
  if (policy.existing === 'newer' && merged === null && !isNewer(target.before, data, policy.newer_by))
    return { ...skip(target, NOT_NEWER), overrules: true }
  return { outcome: merged === null ? 'unchanged' : 'update', target, reason: null, overrules: true }
}

const NOT_NEWER = 'the row that exists is as new or newer'
export const MERGED = 'its values go into the same row as those of a row before it in the file'
export const OVERRULED = 'a later row of the file is the same'

function meet(stored: JsonObject, data: JsonObject, policy: UpsertPolicy): JsonObject | null {
  if (policy.existing === 'skip') return null
  if (policy.existing === 'newer' && !isNewer(stored, data, policy.newer_by)) return null
  return merge(stored, data, policy.existing === 'fill_blanks' ? 'fill_blanks' : 'overwrite')
}

function skip(target: UpsertTarget, reason: string): PlannedRow {
  return { outcome: 'skip', target, reason }
}

function isNewer(stored: JsonObject, data: JsonObject, column: string | null): boolean {
  if (column === null) return false
  const [theirs, ours] = [timeOf(data[column]), timeOf(stored[column])]
  return theirs !== null && (ours === null || theirs > ours)
}

function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** The values of a target that are other than before; all of a new row. */
export function patchOf({ before, data }: UpsertTarget): JsonObject {
  if (before === null) return data
  return Object.fromEntries(Object.entries(data).filter(([id, value]) => before[id] !== value))
}
