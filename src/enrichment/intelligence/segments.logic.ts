// Segments of rows on which a provider may perform differently: by country, company size, kind of title, kind of mail domain, or any
// column with few values.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { matches } from '../../engine/filter/filter.ts'
import { leanedShare } from '../../engine/money/likelihood.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import { foldCase } from '../../engine/values/value.ts'
import type { Json } from '../../kernel/json.ts'
import { readMailHost } from '../../providers/domains/domain.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import type { Try } from './tries.logic.ts'

export interface Segmentation {
  column_id: string
  name: string
  kind: 'value' | 'country' | 'company_size' | 'title' | 'email_domain'
  /** The segment of each row, by row id. */
  of: ReadonlyMap<string, string>
  /** The segments with their rows, the largest first; sizes and titles in their natural order. */
  values: Segment[]
}

export interface Segment {
  value: string
  rows: number
  /** The condition of its rows; null when no condition can express it. When two conditions hold for a row, the first counts. */
  when: Filter | null
}

/** The most segments that are shown. */
const MOST_VALUES = 12
/** The rows that at least two segments need; otherwise there is one segment with exceptions. */
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

const TITLE = /\b(title|titel|position|role|funktion|poste|fonction|cargo)\b/i
/** Kinds of titles by words that a condition can name, the first that fits. */
const TITLES: readonly {
  value: string
  holds: readonly string[]
  begins?: readonly string[]
  not?: readonly string[]
}[] = [
  {
    value: 'Owners and chiefs',
    holds: ['chief', 'founder', 'owner', 'president', 'managing director', 'geschäftsführ', 'inhaber'],
    begins: ['CEO', 'CFO', 'CTO', 'CMO'],
    not: ['vice', 'product owner'],
  },
  { value: 'Vice presidents', holds: ['vice president', ' vp'], begins: ['VP', 'SVP', 'EVP'] },
  { value: 'Directors and heads', holds: ['director', 'head of', 'direktor', 'directeur', 'leiter'] },
  { value: 'Managers', holds: ['manager', 'team lead', 'supervisor'] },
]

/** Sizes and titles keep their natural order. */
const placeOf = (value: string, kind: Segmentation['kind']) => {
  if (kind === 'company_size') return SIZES.findIndex(([, name]) => name === value)
  const title = kind === 'title' ? TITLES.findIndex((one) => one.value === value) : 0
  return title < 0 ? TITLES.length : title
}

/** The segmentation in the form of the API. */
export function shownSegmentation(one: Segmentation | undefined) {
  if (!one) return null
  const { column_id, name, kind, values } = one
  return { column_id, name, kind, values }
}

/** The segmentations with at least two segments, in the order of the columns. */
export function segmentations(
  columns: readonly ColumnConfig[],
  rows: readonly Row[],
  columnId: string,
): Segmentation[] {
  return columns.flatMap((column) => {
    if (column.id === columnId) return []
    const kind = kindOf(column, rows)
    const spelled = new Map<string, string>()
    const found = rows.map((row) => [row.row_id, segmentOf(row, column.id, kind, spelled)] as const)
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
    const values = sorted
      .slice(0, MOST_VALUES)
      .map(([value, count]) => ({ value, rows: count, when: conditionOf(column.id, kind, value) }))
    const left = sorted.slice(MOST_VALUES).reduce((sum, [, count]) => sum + count, 0)
    return [
      {
        column_id: column.id,
        name: column.name,
        kind,
        of,
        values: left > 0 ? [...values, { value: OTHERS, rows: left, when: null }] : values,
      },
    ]
  })
}

/** The segmentation by which the acceptance of steps differs most; undefined when none makes a difference. */
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

/** How far the shares of segments differ from the overall share, over all steps and rows. */
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
    // Shrunk towards the overall share, so that many small segments do not win by chance.
    gain += asked * (leanedShare(accepted, asked, share, MOST_VALUES) - share) ** 2
  }
  return gain
}

function kindOf(column: ColumnConfig, rows: readonly Row[]): Segmentation['kind'] {
  if (column.type === 'input' && column.input_type === 'email') return 'email_domain'
  if (COUNTRY.test(column.name)) return 'country'
  if (TITLE.test(column.name) && rows.some((row) => titleOf(row, column.id) !== OTHERS)) return 'title'
  const isNumber = (value: Json) => typeof value === 'number'
  if (SIZE.test(column.name) && rows.some((row) => isNumber(referencedValue(row, column.id)))) return 'company_size'
  return 'value'
}

/** Null for values that form no segment: objects and long texts. Texts that differ only in case are one segment, as in conditions. */
function segmentOf(
  row: Row,
  columnId: string,
  kind: Segmentation['kind'],
  spelled: Map<string, string>,
): string | null {
  const value = referencedValue(row, columnId)
  if (value === null || value === '') return EMPTY
  if (kind === 'company_size' && typeof value === 'number') return SIZES.find(([most]) => value <= most)?.[1] ?? null
  if (kind === 'title') return titleOf(row, columnId)
  if (kind === 'email_domain') {
    const reading = readMailHost(String(value))
    if (!reading.ok) return 'No address'
    return isFreeMail(reading.domain ?? reading.host) ? 'Free mail' : 'Own domain'
  }
  if (typeof value === 'object') return null
  const text = String(value)
  if (text.length > LONGEST) return null
  if (text.trim() === '') return EMPTY
  const known = spelled.get(foldCase(text)) ?? text
  spelled.set(foldCase(text), known)
  return known
}

function titleOf(row: Row, columnId: string): string {
  return TITLES.find((title) => matches(titleCondition(columnId, title), row))?.value ?? OTHERS
}

function titleCondition(field: string, { holds, begins = [], not = [] }: (typeof TITLES)[number]): Filter {
  const one = {
    or: [
      ...begins.map((value): Filter => ({ field, op: 'starts_with', value })),
      ...holds.map((value): Filter => ({ field, op: 'contains', value })),
    ],
  }
  return not.length === 0 ? one : { and: [one, ...not.map((value): Filter => ({ field, op: 'not_contains', value }))] }
}

function conditionOf(field: string, kind: Segmentation['kind'], value: string): Filter | null {
  if (value === EMPTY) return { field, op: 'is_empty' }
  if (kind === 'email_domain') return null
  if (kind === 'title') {
    const title = TITLES.find((one) => one.value === value)
    return title ? titleCondition(field, title) : null
  }
  const size = kind === 'company_size' ? SIZES.findIndex(([, name]) => name === value) : -1
  if (size < 0) return { field, op: 'eq', value }
  const [most = 0] = SIZES[size] ?? []
  const [least = 0] = SIZES[size - 1] ?? []
  const above: Filter[] = least > 0 ? [{ field, op: 'gt', value: least }] : []
  return Number.isFinite(most) ? { and: [...above, { field, op: 'lte', value: most }] } : { and: above }
}
