// An order that is kept for who reads on is never other than the one that looking through the workbook gives.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { findRows } from '../filters/found-rows.reads.ts'
import { EVERYTHING, type Question } from '../filters/question.logic.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { clearCell, setCell } from '../rows/overrides.commands.ts'
import { deleteRows, updateRows } from '../rows/rows.commands.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { createWorkbook } from '../workbooks/workbooks.commands.ts'
import { findInOrder } from './cached-order.reads.ts'

const { database, workspaceId } = await openTenant()

const actor = { kind: 'user' as const, user_id: 1, name: 'tester', token_id: null, ip: null, request_id: null }
const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) =>
  database.inWorkspace({ workspace_id: workspaceId, actor }, work)

const KEEP = { from: 0, rows: 8, ms: Number.POSITIVE_INFINITY }
const questions: Question[] = [
  { ...EVERYTHING, sorts: [{ field: 'c1', dir: 'desc' }] },
  {
    ...EVERYTHING,
    filter: { field: 'c2', op: 'gte', value: 3 },
    sorts: [
      { field: 'c3', dir: 'asc' },
      { field: 'c2', dir: 'desc' },
    ],
  },
]

async function makeWorkbook(rows: number): Promise<string> {
  return inWorkspace(async (tx) => {
    const { id } = await createWorkbook(tx, null, {
      name: 'Kept',
      description: '',
      source_type: 'empty',
      columns_config: [
        { name: 'Company', type: 'input', input_type: 'text' },
        { name: 'Size', type: 'input', input_type: 'number' },
        {
          name: 'Found',
          type: 'enrichment',
          provider: 'domain-normaliser',
          output: 'company_domain',
          inputs: { website: '{{Company}}' },
        },
      ],
    })
    await createRows(tx, id, {
      rows: Array.from({ length: rows }, (_, n) => ({ data: { Company: `Company ${n % 7}`, Size: n % 5 } })),
    })
    return id
  })
}

/** What the relay does, now. */
async function tellAll(): Promise<void> {
  await database.asOwner(
    `with moved as (delete from outbox returning *)
     insert into events (workspace_id, id, type, payload, ts)
     select workspace_id, nextval('events_id'), type, payload, created_at from moved order by seq`,
  )
}

const open = async (tx: WorkspaceTx, id: string) => ({
  id,
  columns: (await readColumns(tx, id)) as ColumnConfig[],
  total_rows: 1,
})

/** The transaction, and how often the rows were looked through in it. */
function counted(tx: WorkspaceTx): { tx: WorkspaceTx; looks: () => number } {
  let looks = 0
  const query = ((...args: [never]) => {
    const [asked] = args as unknown as [string | { text: string }]
    if (/from workbook_rows r/.test(typeof asked === 'string' ? asked : asked.text)) looks++
    return tx.client.query(...args)
  }) as typeof tx.client.query
  const client = Object.create(tx.client, { query: { value: query } })
  return { tx: Object.create(tx, { client: { value: client } }), looks: () => looks }
}

test('who reads on in an order does not have the workbook looked through for every page', async () => {
  const id = await makeWorkbook(30)
  await tellAll()
  await inWorkspace(async (plain) => {
    const { tx, looks } = counted(plain)
    const workbook = await open(tx, id)
    const [question = EVERYTHING] = questions
    const whole = await findRows(plain, workbook, question, { limit: 100 })
    const walked: typeof whole = []
    for (let page = whole.slice(0, 0); walked.length === 0 || page.length > 0; walked.push(...page))
      page = await findInOrder(tx, workbook, question, { after: walked.at(-1), limit: 2 }, KEEP)
    expect(walked).toEqual(whole)
    // Thirty rows by eight, and once more to know that it was the end.
    expect(looks()).toBeLessThanOrEqual(5)
    expect(await findInOrder(tx, workbook, question, { offset: 4, limit: 3 }, KEEP)).toEqual(whole.slice(4, 7))
  })
})

const place = fc.nat({ max: 40 })
const write = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), row: place, value: fc.constantFrom('Aa', 'Company 3', 'Zz') }),
  fc.record({ kind: fc.constant('found' as const), row: place, value: fc.constantFrom('a.example', 'b.example') }),
  fc.record({ kind: fc.constant('clear' as const), row: place }),
  fc.record({ kind: fc.constant('size' as const), row: place, value: fc.nat({ max: 6 }) }),
  fc.record({ kind: fc.constant('add' as const), value: fc.nat({ max: 6 }) }),
  fc.record({ kind: fc.constant('delete' as const), row: place }),
  fc.record({ kind: fc.constant('tell' as const) }),
  fc.record({ kind: fc.constant('tell' as const) }),
)
const look = fc.record({
  kind: fc.constant('look' as const),
  question: fc.nat({ max: questions.length - 1 }),
  from: fc.nat({ max: 30 }),
  by: fc.constantFrom('cursor', 'number'),
  limit: fc.integer({ min: 1, max: 6 }),
})

test('whatever is written in between, heard of yet or not, a page is the one that looking again gives', async () => {
  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: look }, { weight: 1, arbitrary: write }), {
    minLength: 10,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const id = await makeWorkbook(20)
      await tellAll()
      for (const step of all) {
        if (step.kind === 'tell') await tellAll()
        else if (step.kind === 'look')
          await inWorkspace(async (tx) => {
            const workbook = await open(tx, id)
            const question = questions[step.question] ?? EVERYTHING
            const whole = await findRows(tx, workbook, question, { limit: 100 })
            const from = Math.min(step.from, whole.length)
            const after = step.by === 'cursor' ? whole[from - 1] : undefined
            const portion = after ? { after, limit: step.limit } : { offset: from, limit: step.limit }
            const page = await findInOrder(tx, workbook, question, portion, KEEP)
            expect(page).toEqual(whole.slice(from, from + step.limit))
          })
        else
          await inWorkspace(async (tx) => {
            const rows = await findRows(tx, await open(tx, id), EVERYTHING, { limit: 100 })
            const row_id = 'row' in step ? rows[step.row % Math.max(1, rows.length)]?.id : undefined
            if (step.kind === 'add') return void (await createRows(tx, id, { rows: [{ data: { Size: step.value } }] }))
            if (row_id === undefined) return
            const cell = { workbook_id: id, row_id, column_id: 'c3' }
            if (step.kind === 'set') await setCell(tx, { ...cell, column_id: 'c1' }, step.value, new Date())
            else if (step.kind === 'found') await setCell(tx, cell, step.value, new Date())
            else if (step.kind === 'clear') await clearCell(tx, cell)
            else if (step.kind === 'size') await updateRows(tx, id, { rows: [{ row_id, data: { Size: step.value } }] })
            else if (step.kind === 'delete') await deleteRows(tx, id, [row_id])
          })
      }
    }),
    { numRuns: scaleRuns(10) },
  )
})
