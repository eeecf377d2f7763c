// Whatever is done to two workbooks, once the work settles every computed cell is what computing everything afresh gives.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import type { Cell } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { formulaCell, formulaRow, planComputed, unknownKey, withCell } from '../store/columns/computed.logic.ts'
import { WHOLE } from '../store/dirty-rows/dirty-rows.commands.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { keyOf } from './compute.writes.ts'
import { countersHold } from './counters.fixture.ts'
import { type AskLookup, findForRows } from './formula-finds.ts'
import { plainLookup } from './plain-lookup.fixture.ts'
import { settle } from './settle.fixture.ts'

const { database, workspaceId, ann } = await openTenant(workbookRoutes)

const COLUMNS = [
  { name: 'A', type: 'input', input_type: 'text' },
  { name: 'N', type: 'input', input_type: 'number' },
  { name: 'D', type: 'enrichment', provider: 'domain-normaliser', inputs: { website: '{{A}}' } },
]
const EXPRESSIONS = [
  '{{N}} * 2',
  '{{A}} & "-" & {{N}}',
  'UPPER({{D}})',
  'IF({{X}} > 3, {{A}}, 1 / {{N}})',
  'COALESCE({{X}}, {{Y}}, "none")',
  '{{Y}} + {{X}}',
  'STATUS({{D}}) & LEN({{A}})',
  'COUNT({{L}}) + 1',
  '{{L}}',
  '{{X}}',
  'LOOKUP({{A}}, {{theirs!A}}, {{theirs!X}})',
  'COUNTIF({{theirs!X}}, {{N}}) + COUNTIF({{A}}, {{A}})',
  'LOOKUP({{D}}, {{A}}, {{N}})',
]
const TEXTS = ['a', 'B', 'b ', 'x.com', '', '7', 'é']
const GIVES = ['one', 'many', 'exists', 'count', 'sum', 'max', 'last'] as const

type Action =
  | { do: 'add'; book: number; rows: { A: string; N: string }[] }
  | { do: 'set'; book: number; row: number; column: number; value: string }
  | { do: 'patch'; book: number; rows: number[]; A: string; N: string }
  | { do: 'remove'; book: number; row: number }
  | { do: 'fill'; book: number; row: number; status: 'complete' | 'not_found' | 'error'; value: string }
  | { do: 'formula'; book: number; name: string; expression: string }
  | { do: 'lookup'; give: (typeof GIVES)[number]; compare: 'text' | 'domain'; key: string; their_key: number }
  | { do: 'override'; book: number; row: number; column: number; value: string | null }
  | { do: 'clear'; book: number; row: number; column: number }
  | { do: 'drop'; book: number; column: number }
  | { do: 'rename'; book: number; column: number; name: string }
  | { do: 'settle' }

const book = fc.nat(1)
const at = fc.nat(9)
const text = fc.constantFrom(...TEXTS)
const number = fc.constantFrom('0', '1', '2', '5', '', 'many')
const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ weight: 4, arbitrary })
const action: fc.Arbitrary<Action> = fc.oneof(
  often(
    fc.record({
      do: fc.constant('add' as const),
      book,
      rows: fc.array(fc.record({ A: text, N: number }), { minLength: 1, maxLength: 4 }),
    }),
  ),
  often(
    fc.record({ do: fc.constant('set' as const), book, row: at, column: fc.nat(1), value: fc.oneof(text, number) }),
  ),
  often(
    fc.record({
      do: fc.constant('patch' as const),
      book,
      rows: fc.uniqueArray(at, { minLength: 1, maxLength: 3 }),
      A: text,
      N: number,
    }),
  ),
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), book, row: at }) },
  often(
    fc.record({
      do: fc.constant('fill' as const),
      book,
      row: at,
      status: fc.constantFrom('complete' as const, 'not_found' as const, 'error' as const),
      value: text,
    }),
  ),
  often(
    fc.record({
      do: fc.constant('formula' as const),
      book,
      name: fc.constantFrom('X', 'Y'),
      expression: fc.constantFrom(...EXPRESSIONS),
    }),
  ),
  often(
    fc.record({
      do: fc.constant('lookup' as const),
      give: fc.constantFrom(...GIVES),
      compare: fc.constantFrom('text' as const, 'domain' as const),
      key: fc.constantFrom('{{A}}', '{{X}}', '{{D}}'),
      their_key: fc.nat(4),
    }),
  ),
  often(fc.record({ do: fc.constant('override' as const), book, row: at, column: fc.nat(6), value: fc.option(text) })),
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), book, row: at, column: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), book, column: fc.nat(6) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      book,
      column: fc.nat(6),
      name: fc.constantFrom('A', 'X', 'Y', 'Other'),
    }),
  },
  often(fc.constant({ do: 'settle' as const })),
)

test('cells follow whatever is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const books = [await makeBook('ours'), await makeBook('theirs')]
      for (const each of [...BEGINNING, ...actions]) await act(books, each)
      await settle(database)
      for (const id of books) await holds(id)
    }),
    { numRuns: scaleRuns(6) },
  )
})

test('also when several people do things at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
      async (turns) => {
        const books = [await makeBook('ours'), await makeBook('theirs')]
        for (const each of BEGINNING) await act(books, each)
        for (const turn of turns) await Promise.all(turn.map((each) => act(books, each)))
        await settle(database)
        for (const id of books) await holds(id)
      },
    ),
    { numRuns: scaleRuns(4) },
  )
})

/** Something of everything, so that what follows has something to go wrong with. */
const BEGINNING: readonly Action[] = [
  ...[0, 1].flatMap((book): Action[] => [
    { do: 'add', book, rows: TEXTS.map((A, index) => ({ A, N: ['1', '2', '', '0', 'many', '5', '3'][index] ?? '' })) },
    { do: 'formula', book, name: 'X', expression: '{{N}} * 2' },
    { do: 'formula', book, name: 'Y', expression: '{{A}} & "-" & {{X}}' },
  ]),
  { do: 'lookup', give: 'one', compare: 'text', key: '{{A}}', their_key: 0 },
]

async function makeBook(name: string): Promise<string> {
  // Formulas know other workbooks by their names.
  const { body } = await ann.post('/api/workbooks', { name: `${name} ${++made}`, columns_config: COLUMNS })
  return body.id
}
let made = 0

async function act(books: readonly string[], action: Action): Promise<void> {
  if (action.do === 'settle') {
    await settle(database)
    return
  }
  const [ours = '', theirs = ''] = books
  const id = 'book' in action ? (books[action.book] ?? '') : ours
  const url = `/api/workbooks/${id}`
  const { body } = await ann.get(`${url}?page_size=100`)
  const rows: string[] = body.rows.map((row: { row_id: string }) => row.row_id)
  const columns: { id: string; name: string; type: string }[] = body.workbook.columns_config
  const row = 'row' in action ? rows[action.row % Math.max(1, rows.length)] : undefined
  const column = 'column' in action ? columns[action.column % columns.length] : undefined
  switch (action.do) {
    case 'add':
      await ann.post(`${url}/rows`, { rows: action.rows.map((data) => ({ data: present(data, columns) })) })
      return
    case 'set':
      if (row) await ann.patch(`${url}/rows/${row}/cells/c${action.column + 1}`, { value: action.value })
      return
    case 'patch': {
      const data = present({ A: action.A, N: action.N }, columns)
      const chosen = new Set(action.rows.flatMap((index) => rows[index % Math.max(1, rows.length)] ?? []))
      if (chosen.size > 0) await ann.patch(`${url}/rows`, { rows: [...chosen].map((row_id) => ({ row_id, data })) })
      return
    }
    case 'remove':
      if (row) await ann.delete(`${url}/rows`, { row_ids: [row] })
      return
    case 'fill':
      if (row) {
        const write = {
          row_id: row,
          column_id: 'c3',
          status: action.status,
          value: action.value === '' ? null : action.value,
        }
        await database.inWorkspace(workspaceId, (tx) => applyCells(tx, id, [write]))
      }
      return
    case 'formula': {
      const there = columns.find(({ name }) => name === action.name)
      const { name } = (await ann.get(`/api/workbooks/${theirs}`)).body.workbook
      const expression = action.expression.replaceAll('theirs!', `${name}!`)
      if (there) await ann.patch(`${url}/columns/${there.id}`, { expression })
      else await ann.post(`${url}/columns`, { name: action.name, type: 'formula', expression })
      return
    }
    case 'lookup': {
      const their = (await ann.get(`/api/workbooks/${theirs}`)).body.workbook.columns_config
      const { give, compare, key } = action
      const change = {
        give,
        compare,
        key,
        their_key: their[action.their_key % their.length]?.id,
        their_column: their[1]?.id ?? 'c1',
      }
      const there = columns.find(({ name }) => name === 'L')
      if (there) await ann.patch(`${url}/columns/${there.id}`, change)
      else await ann.post(`${url}/columns`, { ...change, name: 'L', type: 'lookup', workbook_id: theirs })
      return
    }
    case 'override':
      if (row && column) await ann.patch(`${url}/rows/${row}/cells/${column.id}`, { value: action.value })
      return
    case 'clear':
      if (row && column) await ann.delete(`${url}/rows/${row}/cells/${column.id}`)
      return
    case 'drop':
      if (column && columns.length > 3) await ann.delete(`${url}/columns/${column.id}?force=true`)
      return
    case 'rename':
      if (column) await ann.patch(`${url}/columns/${column.id}`, { name: action.name })
  }
}

/** Only what there are input columns for. */
function present(data: { A: string; N: string }, columns: readonly { name: string; type: string }[]): object {
  const inputs = new Set(columns.filter(({ type }) => type === 'input').map(({ name }) => name))
  return Object.fromEntries(Object.entries(data).filter(([name]) => inputs.has(name)))
}

type Told = { [place: string]: unknown }

async function holds(id: string): Promise<void> {
  expect(await stored(id)).toEqual(await fresh(id))
  await countersHold(database, id)
}

/** The computed cells as they stand. */
async function stored(id: string): Promise<Told> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query<{
      row_id: string
      column_id: string
      status: string
      value: Json
      error_message: string | null
    }>(
      `select c.row_id, c.column_id, c.status, c.value, c.error_message from cells c
       join workbook_columns k on k.workbook_id = c.workbook_id and k.id = c.column_id
       where c.workbook_id = $1 and k.type in ('formula', 'lookup')`,
      [id],
    )
    return Object.fromEntries(
      rows.map((cell) => [`${cell.row_id} ${cell.column_id}`, [cell.status, cell.value, cell.error_message]]),
    )
  })
}

/** The same, computed from nothing but what people and providers brought. */
async function fresh(id: string): Promise<Told> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const columns = await readColumns(tx, id)
    const rows = await readRowsForRun(tx, id, WHOLE, null)
    const plan = planComputed(id, columns)
    const told: Told = {}
    for (const row of rows) {
      const cells = new Map(Object.entries(row.cells))
      row.cells = Object.fromEntries(
        [...cells].filter(
          ([column, cell]) => cell.status === 'overridden' || plan.columns.get(column)?.type === 'enrichment',
        ),
      )
      for (const planned of plan.order) {
        const { column } = planned
        if ('field' in planned) continue
        const before: Cell | undefined = row.cells[column.id]
        const place = `${row.row_id} ${column.id}`
        if (before?.status === 'overridden') {
          told[place] = ['overridden', before.value, null]
          continue
        }
        const found = 'checked' in planned ? await findForRows(planned, [row], plan, 0, looking(tx)) : undefined
        const written =
          'checked' in planned
            ? formulaCell(planned.checked, formulaRow(row, plan, 0, found?.(row)), plan)
            : (unknownKey(planned, row, plan) ?? (await plainLookup(tx, planned.column, keyOf(planned, row))))
        told[place] = [written.status, written.value ?? null, written.error_message ?? null]
        withCell(row, column.id, written)
      }
    }
    return told
  })
}

function looking(tx: WorkspaceTx): AskLookup {
  return async (lookup, keyed) => {
    const byKey = new Map<string, Json>()
    let problem: string | null = null
    for (const { key } of keyed) {
      const { value, error_message } = await plainLookup(tx, lookup, key)
      if (key !== null) byKey.set(key, value)
      problem = error_message
    }
    return { problem, byKey }
  }
}
