// Parts of the rows that a provider may do differently on: by country, size of the company, kind of mail domain, or any column with
// few values.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { leanedShare } from '../../engine/money/likelihood.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import { readMailHost } from '../../providers/domains/domain.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import type { Try } from './tries.logic.ts'

export interface Segmentation {
  column_id: string
  name: string
  kind: 'value' | 'country' | 'company_size' | 'email_domain'
  /** The segment of each row, by row id. */
  of: ReadonlyMap<string, string>
  /** With how many rows each has, the largest first; sizes from the smallest. */
  values: { value: string; rows: number }[]
}

/** More than users compare. */
const MOST_VALUES = 12
/** Two of them have to have so many rows, or it is one segment and some exceptions. */
const LEAST_ROWS = 5
const LONGEST = 60
const EMPTY = 'Empty'
const OTHERS = 'Others'

const COUNTRY = /\b(country|land|pays|pa[ií]s|paese|nation)\b/i
const SIZE = /\b(employees?|headcount|staff|company[ _]?size|size|mitarbeiter)\b/i
const SIZES: readonly [number, string][] = [
  [10, '1 to 10'],
  [50, '11 to 50'],
  [200, '51 to 200'],
  [1000, '201 to 1,000'],
  [5000, '1,001 to 5,000'],
  [Number.POSITIVE_INFINITY, 'More than 5,000'],
]

/** Sizes stand in their order, whatever their number. */
const placeOf = (value: string, kind: Segmentation['kind']) =>
  kind === 'company_size' ? SIZES.findIndex(([, name]) => name === value) : 0

/** Those that tell rows apart, in the order of the columns. */
export function segmentations(
  columns: readonly ColumnConfig[],
  rows: readonly Row[],
  columnId: string,
): Segmentation[] {
  return columns.flatMap((column) => {
    if (column.id === columnId) return []
    const kind = kindOf(column, rows)
    const found = rows.map((row) => [row.row_id, segmentOf(referencedValue(row, column.id), kind)] as const)
    const counts = new Map<string, number>()
    for (const [, value] of found) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    const sorted = [...counts].sort(
      (a, b) => placeOf(a[0], kind) - placeOf(b[0], kind) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
    )
    if (found.some(([, value]) => value === null) || sorted.length < 2) return []
    if ([...counts.values()].filter((rows) => rows >= LEAST_ROWS).length < 2) return []
    if (sorted.length > MOST_VALUES && kind !== 'country') return []
    const kept = new Set(sorted.slice(0, MOST_VALUES).map(([value]) => value))
    const of = new Map(found.map(([id, value]) => [id, value !== null && kept.has(value) ? value : OTHERS]))
    const values = sorted.slice(0, MOST_VALUES).map(([value, count]) => ({ value, rows: count }))
    const left = sorted.slice(MOST_VALUES).reduce((sum, [, count]) => sum + count, 0)
    return [
      {
        column_id: column.id,
        name: column.name,
        kind,
        of,
        values: left > 0 ? [...values, { value: OTHERS, rows: left }] : values,
      },
    ]
  })
}

/** The one by which steps differ most in how often they are accepted; undefined where none makes a difference. */
export function tellingSegmentation(
  all: readonly Segmentation[],
  tries: ReadonlyMap<string, { readonly [stepId: string]: Try }>,
): Segmentation | undefined {
  let best: { one: Segmentation; gain: number } | undefined
  for (const one of all) {
    const gain = gainOf(one, tries)
    if (gain > (best?.gain ?? 0)) best = { one, gain }
  }
  return best?.one
}

/** How far the segments' shares lie from the share of all, over all steps and rows. */
function gainOf({ of }: Segmentation, tries: ReadonlyMap<string, { readonly [stepId: string]: Try }>): number {
  const whole = new Map<string, { asked: number; accepted: number }>()
  const parts = new Map<string, { step: string; asked: number; accepted: number }>()
  for (const [rowId, byStep] of tries)
    for (const [step, { accepted }] of Object.entries(byStep)) {
      const key = `${step} ${of.get(rowId) ?? ''}`
      const all = whole.get(step) ?? { asked: 0, accepted: 0 }
      const part = parts.get(key) ?? { step, asked: 0, accepted: 0 }
      whole.set(step, { asked: all.asked + 1, accepted: all.accepted + Number(accepted) })
      parts.set(key, { step, asked: part.asked + 1, accepted: part.accepted + Number(accepted) })
    }
  let gain = 0
  for (const { step, asked, accepted } of parts.values()) {
    const all = whole.get(step)
    const share = all ? all.accepted / all.asked : 0
    // Leaning, so that many small segments do not win by chance.
    gain += asked * (leanedShare(accepted, asked, share, MOST_VALUES) - share) ** 2
  }
  return gain
}

function kindOf(column: ColumnConfig, rows: readonly Row[]): Segmentation['kind'] {
  if (column.type === 'input' && column.input_type === 'email') return 'email_domain'
  if (COUNTRY.test(column.name)) return 'country'
  const isNumber = (value: Json) => typeof value === 'number'
  if (SIZE.test(column.name) && rows.some((row) => isNumber(referencedValue(row, column.id)))) return 'company_size'
  return 'value'
}

/** Null for what is no segment at all: an object, or long text. */
function segmentOf(value: Json, kind: Segmentation['kind']): string | null {
  if (value === null || value === '') return EMPTY
  if (kind === 'company_size' && typeof value === 'number') return SIZES.find(([most]) => value <= most)?.[1] ?? null
  if (kind === 'email_domain') {
    const reading = readMailHost(String(value))
    if (!reading.ok) return 'No address'
    return isFreeMail(reading.domain ?? reading.host) ? 'Free mail' : 'Own domain'
  }
  if (typeof value === 'object') return null
  const text = String(value).trim()
  return text.length > LONGEST ? null : text === '' ? EMPTY : text
}
