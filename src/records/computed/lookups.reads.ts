// Answers lookup columns: the rows of the other workbook that have a key, and what is wanted of them.

import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { referencedValue, WITH_VALUE } from '../../engine/values/row.ts'
import { scalarNumber } from '../../engine/values/value.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold, holdWithOthers } from '../../platform/db/hold.ts'
import type { CellWrite } from '../store/cell.logic.ts'
import { wantedColumn } from '../store/columns/computed.logic.ts'
import { readFollowed } from '../store/follow.ts'
import { normalKey } from '../store/identity.logic.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { sourceField } from './match-keys.writes.ts'

/** The most values that `many` lists. */
const MOST_VALUES = 100

export interface LookupAnswers {
  /** Why there can be no answer, in words. */
  problem: string | null
  byKey: ReadonlyMap<string, Json>
}

/** What the other workbook holds for these keys. Its writers wait for this transaction before they notify readers. */
export async function prepareLookup(
  tx: WorkspaceTx,
  workbookId: string,
  column: LookupColumn,
  keys: readonly string[],
): Promise<LookupAnswers> {
  const problem = await problemOf(tx, workbookId, column)
  if (problem !== null || keys.length === 0) return { problem, byKey: new Map() }
  const field = sourceField({ key: column.their_key, compare: column.compare })
  const { rows } = await tx.client.query<{ key: string; value: Json }>({
    name: `lookup_${column.give}`,
    text: QUERIES[column.give],
    values: [tx.workspace_id, column.workbook_id, field, [...new Set(keys)], column.their_column ?? null],
  })
  return { problem: null, byKey: new Map(rows.map(({ key, value }) => [key, value])) }
}

/**
 * Rows that were computed from the other workbook as it was before are seen once their transactions have ended: a transaction that looks
 * something up shares this lock until then.
 */
export async function waitForLookups(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await hold(tx, workbookId, 'lookups')
}

async function problemOf(tx: WorkspaceTx, workbookId: string, column: LookupColumn): Promise<string | null> {
  const held = holdWithOthers(tx, workbookId, 'lookups')
  const found = tx.client.query<{ columns: string[] | null }>({
    name: 'lookup_source',
    text: `select (select array_agg(c.id) from workbook_columns c where c.workspace_id = $1 and c.workbook_id = w.id) as columns
      from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`,
    values: [tx.workspace_id, column.workbook_id],
  })
  const [, { rows }] = await Promise.all([held, found])
  const [source] = rows
  if (!source) return 'The workbook that this looks up was deleted. Choose another, or delete this column.'
  const there = new Set(source.columns ?? [])
  if (!there.has(column.their_key)) return 'The column that this compares with was deleted. Choose another.'
  const wanted = wantedColumn(column)
  return wanted === null || there.has(wanted) ? null : 'The column whose value this gives was deleted. Choose another.'
}

/** What a lookup column holds on a row with this key; without a key it is blank. */
export function answerLookup(
  column: LookupColumn,
  key: string | null,
  { problem, byKey }: LookupAnswers,
): Pick<CellWrite, 'status' | 'value' | 'error_class' | 'error_message' | 'detail'> {
  if (problem !== null) return { status: 'error', value: null, error_class: 'dependency', error_message: problem }
  const found = key === null ? undefined : byKey.get(key)
  if (key === null || found !== undefined) return { status: 'complete', value: found ?? null }
  return { status: 'complete', value: column.give === 'exists' ? false : column.give === 'count' ? 0 : null }
}

const HITS = `select row_id, position from match_keys
    where workspace_id = $1 and workbook_id = $2 and field = $3 and key = w.key order by position`
const ANSWERS = [...WITH_VALUE].map((status) => `'${status}'`).join(', ')
/** What a reference to the column gives: the answer of a cell, else the row's own value. Test data stays in its workbook. */
const VALUE = `(select case when c.row_id is null then r.data -> $5 when c.provider like 'test:%' then null
      when c.status in (${ANSWERS}) then c.value end as value
    from workbook_rows r left join cells c on c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id and c.column_id = $5
    where r.workspace_id = $1 and r.workbook_id = $2 and r.id = hit.row_id offset 0)`
const WANTED = 'unnest($4::text[]) w(key)'

const first = (order: string) => `select w.key, v.value from ${WANTED}
  cross join lateral (${HITS} ${order} limit 1) hit cross join lateral ${VALUE} v where $5::text is not null`

/** Numbers by the rule of filters (engine/values/value.ts): JSON numbers and text that is a plain decimal. */
const NUMBERS = `select w.key, case when jsonb_typeof(v.value) = 'number'
      or (v.value #>> '{}') ~ '^-?(0|[1-9][0-9]{0,254})(\\.[0-9]{1,255})?$' then (v.value #>> '{}')::float8 end as n,
    case when (v.value #>> '{}') ~ '^\\d{4}-\\d{2}-\\d{2}' then v.value #>> '{}' end as day
  from ${WANTED} cross join lateral (${HITS}) hit cross join lateral ${VALUE} v where $5::text is not null`

const overNumbers = (aggregate: string) => `select key, ${aggregate} as value from (${NUMBERS}) found group by key`

const QUERIES: { [give in LookupColumn['give']]: string } = {
  one: first(''),
  first: first(''),
  last: first('desc'),
  many: `select w.key, jsonb_agg(v.value order by hit.position) filter (where v.value is not null) as value from ${WANTED}
    cross join lateral (${HITS} limit ${MOST_VALUES}) hit cross join lateral ${VALUE} v where $5::text is not null group by w.key`,
  exists: `select w.key, true as value from ${WANTED} cross join lateral (${HITS} limit 1) hit where $5::text is null or true`,
  count: `select w.key, count(*)::int as value from ${WANTED} cross join lateral (${HITS}) hit
    where $5::text is null or true group by w.key`,
  sum: overNumbers('sum(n)'),
  avg: overNumbers('avg(n)'),
  min: overNumbers('coalesce(to_jsonb(min(n)), to_jsonb(min(day)))'),
  max: overNumbers('coalesce(to_jsonb(max(n)), to_jsonb(max(day)))'),
}

/** Rows of the other workbook that are read at once while it has no index of this column. */
const SCANNED = 5_000

/**
 * As {@link prepareLookup} before the other workbook keeps keys for it: from its first rows. Null when it keeps them, and
 * the answer is exact.
 */
export async function scanLookup(
  tx: WorkspaceTx,
  column: LookupColumn,
  keys: readonly string[],
): Promise<LookupAnswers | null> {
  const { follow } = await readFollowed(tx, column.workbook_id)
  const field = sourceField({ key: column.their_key, compare: column.compare })
  if (follow?.links?.some((link) => sourceField(link) === field)) return null
  const wanted = new Set(keys)
  const cells = [column.their_key, ...(column.their_column ? [column.their_column] : [])]
  const scope = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, limit: SCANNED }
  const found = new Map<string, Json[]>()
  for (const row of await readRowsForRun(tx, column.workbook_id, scope, cells)) {
    const key = normalKey(column.compare, referencedValue(row, column.their_key))
    if (key === null || !wanted.has(key)) continue
    found.set(key, [...(found.get(key) ?? []), column.their_column ? referencedValue(row, column.their_column) : null])
  }
  return { problem: null, byKey: new Map([...found].map(([key, values]) => [key, summed(column.give, values)])) }
}

function summed(give: LookupColumn['give'], values: Json[]): Json {
  if (give === 'exists') return true
  if (give === 'count') return values.length
  if (give === 'one' || give === 'first') return values[0] ?? null
  if (give === 'last') return values.at(-1) ?? null
  if (give === 'many') return values.filter((value) => value !== null).slice(0, MOST_VALUES)
  const numbers = values.flatMap((value) => scalarNumber(value) ?? [])
  const days = values.filter((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)).sort()
  if (give === 'min') return numbers.length > 0 ? Math.min(...numbers) : (days[0] ?? null)
  if (give === 'max') return numbers.length > 0 ? Math.max(...numbers) : (days.at(-1) ?? null)
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, each) => total + each, 0)
  return give === 'sum' ? sum : sum / numbers.length
}
