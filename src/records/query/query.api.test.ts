// Filter, search, order and pages give what a plain model over engine/filter/filter.ts, sort.ts and search.ts gives, on any data.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import {
  FILTER_FACETS,
  type Filter,
  type FilterLeaf,
  type FilterScalar,
  SYSTEM_FIELDS,
} from '../../engine/filter/filter.schema.ts'
import { leafValue, matches } from '../../engine/filter/filter.ts'
import { checkFilter } from '../../engine/filter/filter-check.ts'
import { holdsText } from '../../engine/filter/search.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { compareRows } from '../../engine/filter/sort.ts'
import { DAY_MS } from '../../engine/values/instant.ts'
import { CELL_STATUSES, type Row } from '../../engine/values/row.ts'
import { scalarNumber } from '../../engine/values/value.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { findRows } from '../filters/found-rows.reads.ts'
import { EVERYTHING, type Question } from '../filters/question.logic.ts'
import { isNumericColumn } from '../filters/sort-sql.logic.ts'
import { EVERY_ROW, readRowsForRun } from '../store/rows/rows.reads.ts'
import { countRowsUpTo } from './count.reads.ts'
import { readGroups, readStats } from './groups.reads.ts'
import { looked } from './query.fixture.ts'
import { readRowsPage } from './query.reads.ts'

const { database, workspaceId } = await openTenant()

const input = (id: string, input_type: string) => ({ id, name: id, type: 'input', input_type }) as ColumnConfig
const enriched = (id: string) => ({ id, name: id, type: 'enrichment', provider: 'p', inputs: {} }) as ColumnConfig
const columns = [
  input('c1', 'text'),
  input('c2', 'number'),
  input('c3', 'json'),
  input('c4', 'multi_select'),
  enriched('c5'),
  enriched('c6'),
]

const isNumeric = (id: string) => isNumericColumn(columns.find((column) => column.id === id))

const words = fc.constantFrom(
  ...['Item 2', 'Item 10', 'Äpfel', 'Apfel', 'Birne', 'éclair', 'Eclat', 'cote', 'côte', 'coté'],
  ...['Acme', 'acme gmbh', 'ÄRGER', 'ärger', 'İstanbul', 'istanbul', 'ΟΔΟΣ', 'straße', 'zebra', 'true', 'a_b', '100%'],
  ...[
    '42',
    '042',
    '42.0',
    '-1.5',
    '1e3',
    '7',
    '0',
    '.5',
    '+1',
    '',
    ' ',
    '\t\u00a0',
    '"q" \\ \u001f',
    '\u{1F600}',
    '\uFFFD',
  ],
  `${'9'.repeat(200)}`,
  `1${'0'.repeat(300)}`,
  `${'long '.repeat(19)}abcdX`,
  `${'long '.repeat(19)}abcdeY`,
)
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 45 }),
  fc.constantFrom(0.5, -1.5, 42, 1e21, 1e-7, 1e300, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const dates = fc.constantFrom(
  '2026-03-01',
  '2026-03-02T09:00:00Z',
  '2026-02-28 10:00',
  '2026-03-01st',
  '2026-13-45',
  'on 2026-03-01',
)
const scalar = fc.oneof({ weight: 3, arbitrary: words }, dates, numbers, fc.boolean())
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: scalar as fc.Arbitrary<Json> },
  fc.constant(null),
  fc.array(fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 1 })), {
    maxLength: 3,
  }) as fc.Arbitrary<Json>,
  fc.dictionary(fc.constantFrom('a', 'b', 'cc', 'é', 'name'), scalar, { maxKeys: 3 }) as fc.Arbitrary<Json>,
)
const instants = [
  '2026-03-01T10:00:00.123456Z',
  '2026-03-01T10:00:00.123999Z',
  '2026-03-01T10:00:00.124Z',
  '2026-03-02T00:00:00Z',
  '1969-12-31T23:59:59.999500Z',
  '2026-02-28T22:00:00Z',
]
const text = fc.option(fc.constantFrom('timeout', 'Vendor', 'CC0-1.0', '42', '', 'ÄRGER'), { freq: 4 })
const cell = fc.record({
  value,
  status: fc.constantFrom(...CELL_STATUSES),
  reason: text,
  error_class: text,
  provider: text,
  license: text,
  confidence: fc.option(fc.constantFrom(0, 0.1, 0.9, 0.123456, 1)),
  cost_micro: fc.constantFrom(0, 1, 10_000, 1_500_000),
  run_id: fc.option(fc.constantFrom('01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b')),
  updated_at: fc.constantFrom(...instants),
})
const row = fc.record({
  data: fc.dictionary(fc.constantFrom('c1', 'c2', 'c3', 'c4', 'gone'), value, { maxKeys: 5 }),
  cells: fc.dictionary(fc.constantFrom('c5', 'c6'), cell, { maxKeys: 2 }),
  lead_id: fc.option(fc.constantFrom(1, 2, 42)),
  source: fc.option(fc.record({ provider: fc.oneof(words, fc.constant(null)) })),
  created_at: fc.constantFrom(...instants),
  updated_at: fc.constantFrom(...instants),
})
type StoredRow = typeof row extends fc.Arbitrary<infer R> ? R : never

/** Days ago that lie among the instants of the rows, before all and after all of them. */
const since = Math.floor((Date.now() - Date.parse('2026-03-01T22:00:00Z')) / DAY_MS)
const relative = [since - 1, since, since + 1, 0, 99_999].map((days) => `-P${days}D`)

const columnIds = columns.map(({ id }) => id)
const operand: fc.Arbitrary<FilterScalar> = fc.oneof(
  { weight: 4, arbitrary: words },
  numbers,
  fc.boolean(),
  fc.constantFrom(
    'error',
    'COMPLETE',
    '2026-03-01',
    '2026-03-01T10:00:00.123Z',
    '2026-03-01T11:00:00+01:00',
    '0000-01-01',
    'e',
  ),
  fc.constantFrom(...relative),
  fc.constantFrom('0190', '01900000-0000-7000-8000-00000000000A', 'vendor', '0.9', 0.9, 0.01, '1.5'),
)
const place = fc.oneof(
  { weight: 3, arbitrary: fc.record({ field: fc.constantFrom(...columnIds) }) },
  fc.record({ field: fc.constantFrom(...columnIds), on: fc.constantFrom(...FILTER_FACETS) }),
  fc.record({ field: fc.constantFrom(...SYSTEM_FIELDS) }),
  fc.record({ field: fc.constantFrom('c5', 'c6'), on: fc.constant('status' as const) }),
)
const leaf: fc.Arbitrary<Filter> = fc
  .tuple(
    place,
    fc.oneof(
      fc.record({
        op: fc.constantFrom(
          ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const),
        ),
        value: operand,
      }),
      fc.record({
        op: fc.constantFrom('in' as const, 'not_in' as const),
        value: fc.array(operand, { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ op: fc.constantFrom('is_empty' as const, 'not_empty' as const) }),
    ),
  )
  .map(([where, what]) => ({ ...where, ...what }) as FilterLeaf)
  .filter((one) => checkFilter(one).length === 0)
const filter: fc.Arbitrary<Filter> = fc.letrec<{ tree: Filter; leaf: Filter }>((tie) => ({
  leaf,
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('tree'), { maxLength: 3 }).map((or) => ({ or })),
    tie('tree').map((not) => ({ not })),
  ),
})).tree
const sort: fc.Arbitrary<Sort> = fc
  .tuple(place, fc.constantFrom('asc' as const, 'desc' as const))
  .map(([where, dir]) => ({ ...where, dir }))
const question: fc.Arbitrary<Question> = fc.record({
  filter: fc.option(filter, { freq: 3 }),
  search: fc.option(
    fc.constantFrom(
      'a',
      'ÄR',
      '42',
      '"',
      '\\',
      '0',
      'acme G',
      'gmbh ACME',
      'arger',
      'strasse',
      'apfel 2',
      '\u001f',
      '%',
      'na',
      ', ',
    ),
    { freq: 2 },
  ),
  sorts: fc.array(sort, { maxLength: 3 }),
})

test('filter, search, order and pages by cursor and by number are those of the plain model, over any data', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.array(question, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 7 }),
      async (stored, questions, limit) => {
        await database.inWorkspace(workspaceId, async (tx) => {
          const id = newId()
          const workbook = { id, columns, total_rows: stored.length }
          await store(tx, id, stored)
          const rows = looked(await readRowsForRun(tx, id, EVERY_ROW, null), columns)
          const now = await nowOf(tx)
          for (const asked of questions) {
            const expected = answer(rows, asked, now)
            const byCursor: string[] = []
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await readRowsPage(tx, workbook, asked, { limit, cursor, where: 'body' })
              byCursor.push(...idsOf(String(page.json)))
              cursor = page.next_cursor
            }
            expect(byCursor).toEqual(expected)
            const bitByBit: string[] = []
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await readRowsPage(tx, workbook, asked, { limit, cursor, where: 'body' }, BRIEF)
              const ids = idsOf(String(page.json))
              if (page.is_partial) expect(ids.length).toBeLessThanOrEqual(limit)
              bitByBit.push(...ids)
              cursor = page.next_cursor
            }
            expect(bitByBit).toEqual(expected)
            const byNumber: string[] = []
            for (let number = 1, more = true; more; number++) {
              const page = await readRowsPage(tx, workbook, asked, { limit: limit + 10, page: number, where: 'body' })
              byNumber.push(...idsOf(String(page.json)))
              more = page.more
              if (page.total !== null) expect(page.total).toBe(expected.length)
            }
            expect(byNumber).toEqual(expected)
            for (const ranges of [[3, 5], []]) {
              const walked = await findRows(tx, workbook, asked, { limit, ranges })
              expect(walked.map((one) => one.id)).toEqual(expected.slice(0, limit))
            }
            expect(await countRowsUpTo(tx, workbook, asked, 1_000_000)).toBe(expected.length)
          }
          await tx.client.query('delete from cells where workbook_id = $1', [id])
          await tx.client.query('delete from workbook_rows where workbook_id = $1', [id])
        })
      },
    ),
    { numRuns: scaleRuns(15), endOnFailure: true },
  )
})

test('texts are in the order that people expect wherever rows are ordered, blanks last', async () => {
  await database.inWorkspace(workspaceId, async (tx) => {
    const id = newId()
    const names = ['Item 10', 'Birne', 'Äpfel', '', 'Item 2', 'Apfel', 'Zebra', 'éclair', 'Eclat']
    const at = new Date().toISOString()
    const stored = names.map((c1) => ({
      data: { c1 },
      lead_id: null,
      source: null,
      created_at: at,
      updated_at: at,
      cells: {},
    }))
    await store(tx, id, stored as never)
    const workbook = { id, columns, total_rows: names.length }
    const sorted = ['Apfel', 'Äpfel', 'Birne', 'éclair', 'Eclat', 'Item 2', 'Item 10', 'Zebra']
    for (const [dir, expected] of [
      ['asc', [...sorted, '']],
      ['desc', [...sorted.toReversed(), '']],
    ] as const) {
      const asked = { ...EVERYTHING, sorts: [{ field: 'c1', dir }] }
      const page = await readRowsPage(tx, workbook, asked, { limit: 20, where: 'body' })
      const shown = (JSON.parse(`[${page.json}]`) as { data: { c1?: string } }[]).map(({ data }) => data.c1 ?? '')
      expect(shown).toEqual(expected)
      const by = { by: 'value', dir, offset: 0, limit: 20 } as const
      const groups = await readGroups(tx, workbook, EVERYTHING, { field: 'c1' }, by)
      expect(groups.map(({ value }) => value ?? '')).toEqual(expected)
    }
    await tx.client.query('delete from workbook_rows where workbook_id = $1', [id])
  })
})

test('every row is in one group of each field, and the filter of a group gives just its rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      place,
      fc.constantFrom('asc' as const, 'desc' as const),
      async (stored, field, dir) => {
        await database.inWorkspace(workspaceId, async (tx) => {
          const id = newId()
          const workbook = { id, columns, total_rows: stored.length }
          await store(tx, id, stored)
          const rows = looked(await readRowsForRun(tx, id, EVERY_ROW, null), columns)
          for (const by of ['count', 'value'] as const) {
            const groups = await readGroups(tx, workbook, EVERYTHING, field, { by, dir, offset: 0, limit: 1000 })
            expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
            for (const { filter: own, count } of groups) {
              // A row with a list is in the group of its whole list, though the filter finds it by any item.
              const withoutLists = rows.filter((one) => !isList(leafValue(field, one)))
              if (own) expect(withoutLists.filter((one) => matches(own, one))).toHaveLength(count)
            }
            if (by === 'count') {
              const counts = groups.map(({ count }) => count)
              expect(counts).toEqual([...counts].sort((a, b) => (dir === 'asc' ? a - b : b - a)))
            }
          }
          if (!field.field.startsWith('$')) {
            const stats = await readStats(tx, workbook, EVERYTHING, field.field, 5)
            const filled = rows.filter((one) => !matches({ field: field.field, op: 'is_empty' }, one))
            expect(stats).toMatchObject({ rows: rows.length, filled: filled.length, is_sampled: false })
            const numbers = filled.flatMap((one) => scalarNumber(leafValue({ field: field.field }, one)) ?? [])
            expect(stats.number?.count ?? 0).toBe(numbers.length)
            if (numbers.length > 0)
              expect([stats.number?.min, stats.number?.max]).toEqual([Math.min(...numbers), Math.max(...numbers)])
            expect(stats.top.length).toBeLessThanOrEqual(5)
          }
          await tx.client.query('delete from cells where workbook_id = $1', [id])
          await tx.client.query('delete from workbook_rows where workbook_id = $1', [id])
        })
      },
    ),
    { numRuns: scaleRuns(20), endOnFailure: true },
  )
})

const BRIEF = { ms: 0, first: 2, rest: 1 }

type Tx = Parameters<Parameters<TestDatabase['inWorkspace']>[1]>[0]

async function nowOf(tx: Tx): Promise<number> {
  const { rows } = await tx.client.query<{ now: number }>(
    'select floor(extract(epoch from now()) * 1000)::float8 as now',
  )
  return oneRow(rows).now
}

function answer(rows: readonly Row[], { filter: wanted, search, sorts }: Question, now: number): string[] {
  return rows
    .filter((one) => (wanted ? matches(wanted, one, now) : true) && (search ? holdsText(one, search, columnIds) : true))
    .sort(compareRows(sorts, isNumeric))
    .map(({ row_id }) => row_id)
}

const isList = (one: Json) => Array.isArray(one) && one.length > 0

function idsOf(text: string): string[] {
  return (JSON.parse(`[${text}]`) as { row_id: string }[]).map(({ row_id }) => row_id)
}

async function store(tx: Tx, id: string, rows: readonly StoredRow[]) {
  const known = rows.map((one, index) => ({ ...one, id: newId(), position: index + 1 }))
  await tx.client.query(
    `insert into workbook_rows (workspace_id, workbook_id, id, position, data, lead_id, source, created_at, updated_at)
     select $1, $2, x.id, x.position, x.data, x.lead_id, x.source, x.created_at, x.updated_at from jsonb_to_recordset($3::jsonb)
       as x(id uuid, position float8, data jsonb, lead_id bigint, source jsonb, created_at timestamptz, updated_at timestamptz)`,
    [workspaceId, id, JSON.stringify(known)],
  )
  await tx.client.query(
    `insert into workbook_row_blocks (workspace_id, workbook_id, block, rows) values ($1, $2, 0, $3)`,
    [workspaceId, id, rows.length],
  )
  const cells = known.flatMap(({ id: row_id, cells: own }) =>
    Object.entries(own).map(([column_id, one]) => ({ row_id, column_id, ...one })),
  )
  await tx.client.query(
    `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value, reason, error_class, provider, license,
       confidence, cost_micro, run_id, updated_at)
     select $1, $2, x.row_id, x.column_id, x.status, x.value, x.reason, x.error_class, x.provider, x.license,
       x.confidence, x.cost_micro, x.run_id, x.updated_at from jsonb_to_recordset($3::jsonb)
       as x(row_id uuid, column_id text, status text, value jsonb, reason text, error_class text, provider text,
         license text, confidence real, cost_micro bigint, run_id uuid, updated_at timestamptz)`,
    [workspaceId, id, JSON.stringify(cells)],
  )
}
