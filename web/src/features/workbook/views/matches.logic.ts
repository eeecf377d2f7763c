// Whether a row on the screen matches a filter, as the server decides it: for colours, which change while cells do.
import { cellOf, type GridRow } from '../../../grid/model/grid.types.ts'
import { daysAgo } from '../../columns/values/days-ago.logic.ts'
import type { Filter, FilterLeaf, FilterOp } from '../../columns/workbook.shapes.ts'

const DAY_MS = 86_400_000

/** A row with the facts about it that the API sends along. */
export type FullRow = GridRow & {
  created_at?: string
  updated_at?: string
  lead_id?: number | null
  source?: Record<string, unknown> | null
}

const OPPOSITE: Partial<Record<FilterOp, FilterOp>> = {
  ne: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  not_empty: 'is_empty',
}

const ORDERED: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte'])

/** `now` is what days are counted back from. */
export function matches(filter: Filter, row: FullRow, now: number = Number.NaN): boolean {
  if ('and' in filter) return filter.and.every((one) => matches(one, row, now))
  if ('or' in filter) return filter.or.some((one) => matches(one, row, now))
  if ('not' in filter) return !matches(filter.not, row, now)
  const value = leafValue(filter, row)
  const opposite = OPPOSITE[filter.op]
  const op = opposite ?? filter.op
  const isTime = filter.on === 'updated_at' || filter.field === '$created_at' || filter.field === '$updated_at'
  const isDays = (filter.on ?? 'value') === 'value' && !filter.field.startsWith('$') && ORDERED.has(op)
  const days = isDays ? daysAgo(filter.value) : null
  const compare = () => {
    if (isTime) return timeHolds(op, value, filter.value, now)
    return days === null ? holdsFor(op, value, filter.value) : daysHold(op, value, days, now)
  }
  const holds = op === 'is_empty' ? isBlank(value) : compare()
  return opposite ? !holds : holds
}

function leafValue({ field, on = 'value' }: FilterLeaf, row: FullRow): unknown {
  switch (field) {
    case '$row_id':
      return row.row_id
    case '$position':
      return row.position
    case '$created_at':
      return row.created_at
    case '$updated_at':
      return row.updated_at
    case '$lead_id':
      return row.lead_id
    case '$source':
      return row.source?.provider
  }
  if (on === 'invalid') return row.invalid?.[field]
  if (on === 'value') return cellOf(row, { id: field, computed: false }).value
  const cell = row.enrichments[field]
  if (on === 'error_class') return cell?.error?.class
  if (on === 'license') return cell?.provenance?.license
  return cell?.[on as 'status' | 'reason' | 'provider' | 'confidence' | 'cost_usd' | 'run_id' | 'updated_at']
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

function holdsFor(op: FilterOp, value: unknown, operand: FilterLeaf['value']): boolean {
  const items = Array.isArray(value) ? value : [value]
  if (op === 'in') return items.some((item) => Array.isArray(operand) && operand.some((one) => holds('eq', item, one)))
  return items.some((item) => !Array.isArray(operand) && operand !== undefined && holds(op, item, operand))
}

function holds(op: FilterOp, value: unknown, operand: unknown): boolean {
  const text = textOf(value)
  const wanted = textOf(operand)
  if (text === null || wanted === null) return false
  const number = numberOf(value)
  const wantedNumber = numberOf(operand)
  const [one, other] = [fold(text), fold(wanted)]
  switch (op) {
    case 'eq':
      return number !== null && wantedNumber !== null ? number === wantedNumber : one === other
    case 'contains':
      return one.includes(other)
    case 'starts_with':
      return one.startsWith(other)
    case 'ends_with':
      return one.endsWith(other)
  }
  if (wantedNumber === null) return ordered(op, one < other ? -1 : one > other ? 1 : 0)
  return number !== null && ordered(op, number - wantedNumber)
}

const DATED = /^\d{4}-\d{2}-\d{2}($|[Tt ])/

/** The dates of a column against the day, in UTC, that was so many days ago. */
function daysHold(op: FilterOp, value: unknown, days: number, now: number): boolean {
  if (Number.isNaN(now)) return false
  const then = new Date(now - days * DAY_MS).toISOString().slice(0, 10)
  return (Array.isArray(value) ? value : [value]).some((item) => {
    if (typeof item !== 'string' || !DATED.test(item)) return false
    const day = item.slice(0, 10)
    return ordered(op, day < then ? -1 : day > then ? 1 : 0)
  })
}

function timeHolds(op: FilterOp, value: unknown, operand: FilterLeaf['value'], now: number): boolean {
  const instant = instantOf(value)
  if (instant === null || operand === undefined) return false
  if (op === 'in') return Array.isArray(operand) && operand.some((one) => instantOf(one) === instant)
  const days = daysAgo(operand)
  const wanted = days === null ? instantOf(operand) : now - days * DAY_MS
  if (wanted === null) return false
  return op === 'eq' ? instant === wanted : ordered(op, instant - wanted)
}

function ordered(op: FilterOp, difference: number): boolean {
  if (op === 'gt') return difference > 0
  if (op === 'gte') return difference >= 0
  if (op === 'lt') return difference < 0
  return op === 'lte' && difference <= 0
}

const fold = (text: string) => text.replace(/[İΣ]/g, (letter) => (letter === 'Σ' ? 'σ' : 'i')).toLowerCase()

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?(0|[1-9]\d{0,254})(\.\d{1,255})?$/.test(value) ? Number(value) : null
}

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
