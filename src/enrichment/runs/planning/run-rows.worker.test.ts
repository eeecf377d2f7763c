// The rows behind the counts of an estimate: as many as it says, each once, page by page, with the reason.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import { PLANNED_OUTCOMES } from '../../../engine/money/estimate.schema.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { type Book, setStage } from '../run-stage.fixture.ts'
import { addWorkbook } from '../workbook.fixture.ts'
import type { RunRequest, RunRowsRequest } from './run.schema.ts'
import { prepareRun } from './run.scope.ts'
import { readRunRows } from './run-rows.reads.ts'

let stage: ReturnType<typeof setStage>
const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [lookup('first', says())])
})
afterAll(async () => {
  await stage?.close()
})

const columns = [
  {
    type: 'waterfall',
    name: 'About',
    output: 'description',
    steps: [{ provider: 'first', inputs: { key: '{{Name}}' } }],
    run_if: { field: 'c1', op: 'ne', value: 'not me' },
  },
]
const names = Array.from({ length: 40 }, (_, n) => ['', 'not me', `a${n}`, `b${n}`][n % 4] ?? '')

async function allRows(book: Book, planned: RunRowsRequest['planned'], most: number, scope: Partial<RunRequest> = {}) {
  const request = { mode: 'missing', ...scope } as const
  return database.inWorkspace(book.workspace_id, async (tx) => {
    const prepared = await prepareRun(stage.runs, tx, book.id, request)
    const items = []
    let cursor: string | undefined
    do {
      const page = await readRunRows(tx, prepared, { planned, most, ...(cursor !== undefined && { cursor }) })
      expect(page.items.length).toBeLessThanOrEqual(most)
      items.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    return { items, estimate: prepared.estimate }
  })
}

it('gives every row of every count once, over the whole workbook and over rows by id', async () => {
  const book = await addWorkbook(database, names, columns)
  await stage.end(book, await stage.start(book, { limit: 7 }))
  const ids = await database.asOwner<{ id: string }>('select id from workbook_rows where workbook_id = $1', [book.id])
  for (const scope of [{}, { row_ids: ids.map(({ id }) => id).slice(5, 33) }]) {
    const seen = new Set<string>()
    let counted = 0
    for (const planned of PLANNED_OUTCOMES) {
      const { items, estimate } = await allRows(book, planned, 3, scope)
      expect([planned, items.length]).toEqual([planned, estimate[planned]])
      for (const { row_id } of items) seen.add(row_id)
      counted += items.length
    }
    expect([seen.size, counted]).toEqual(scope.row_ids ? [28, 28] : [40, 40])
  }
})

it('says why', async () => {
  const book = await addWorkbook(database, names, columns)
  const why = async (planned: RunRowsRequest['planned']) =>
    (await allRows(book, planned, 1000)).items.map((item) => item.why)
  expect(new Set(await why('missing_input'))).toEqual(new Set(['Needs key: Name is empty']))
  expect((await why('condition_false'))[0]).toContain('Name')
  expect(new Set(await why('to_run'))).toEqual(new Set([null]))
})

it('says it in whole characters, however long the value is, so that it can be kept', async () => {
  const long = `${'x'.repeat(59)}😀`
  const book = await addWorkbook(database, [long], [{ ...columns[0], run_if: { field: 'c1', op: 'is_empty' } }])
  expect(await stage.end(book, await stage.start(book))).toMatchObject({ status: 'done', counts: { skipped: 1 } })
  const [cell] = await database.asOwner<{ detail: string | null }>('select detail from cells where workbook_id = $1', [
    book.id,
  ])
  expect(cell?.detail).toBe(`Name is "${'x'.repeat(59)}…", must be empty`)
})
