// A search of rows that finds nothing is answered with what was meant, on every way through its pages.
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { newId } from '../../kernel/ids.ts'
import { EVERYTHING, type Question } from '../filters/question.logic.ts'
import { type PageWanted, readRowsPage } from './query.reads.ts'
import type { TimeLimit } from './time-limit.reads.ts'

let workbook: Parameters<typeof readRowsPage>[1]
const { database, workspaceId } = await openTenant()
beforeAll(async () => {
  workbook = await makeWorkbook()
})

const columns = [
  { id: 'c1', name: 'Name', type: 'input', input_type: 'text' },
  { id: 'c2', name: 'Found', type: 'formula', formula: '""' },
] as unknown as ColumnConfig[]

/** Names as people enter them, and one value that a column found. */
async function makeWorkbook() {
  const id = newId()
  const names = ['Robert Smith', 'Robert Smithson', 'Roberta Jones', 'Bob Müller', 'Line\nbreak', 'Order 48115']
  await database.inWorkspace(workspaceId, async ({ client }) => {
    await client.query(
      `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
       select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', value) from unnest($3::text[]) with ordinality x (value, n)`,
      [workspaceId, id, names],
    )
    await client.query(
      `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value)
       select $1, $2, id, 'c2', 'found', '"Stonemason"' from workbook_rows where workspace_id = $1 and workbook_id = $2 and position = 3`,
      [workspaceId, id],
    )
  })
  return { id, columns, total_rows: names.length }
}

/** All pages by cursor: the names, and what each page says was searched for. */
async function readAll(question: Partial<Question>, wanted: Partial<PageWanted> = {}, lookFor?: TimeLimit) {
  const asked = { ...EVERYTHING, ...question }
  return database.inWorkspace(workspaceId, async (tx) => {
    const found: string[] = []
    const said = new Set<string | null>()
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readRowsPage(
        tx,
        workbook,
        asked,
        { limit: 1, cursor, where: 'body', corrects: true, ...wanted },
        lookFor,
      )
      for (const { data } of JSON.parse(`[${page.json}]`)) {
        found.push(data.c1)
        said.add(page.corrected_search)
      }
      cursor = wanted.page === undefined ? page.next_cursor : null
    }
    return { found, said: [...said] }
  })
}

test.each([
  ['Robrt Smith', 'robert smith', ['Robert Smith', 'Robert Smithson']],
  ['smiht', 'smith', ['Robert Smith', 'Robert Smithson']],
  ['Muler', 'muller', ['Bob Müller']],
  ['brek', 'break', ['Line\nbreak']],
  ['stonemasen', 'stonemason', ['Roberta Jones']],
  ['jones stonemson', 'jones stonemason', ['Roberta Jones']],
  ['robert smith', null, ['Robert Smith', 'Robert Smithson']],
] as const)('%s is answered as %s', async (search, corrected, found) => {
  expect(await readAll({ search })).toEqual({ found, said: [corrected] })
})

test('nothing is changed in numbers, in words that rows hold, or that nothing is near, or that were not typed', async () => {
  for (const search of ['Müller Jones', 'Bbo', '%_\\', 'zzzzzz', '48116'])
    expect([search, (await readAll({ search })).found]).toEqual([search, []])
  expect((await readAll({ search: 'smiht' }, { corrects: false })).found).toEqual([])
})

test('it is the same in another order, by number of page, and where looking is broken off after each row', async () => {
  const sorts: Question['sorts'] = [{ field: 'c1', dir: 'desc' }]
  expect(await readAll({ search: 'smiht', sorts })).toEqual({
    found: ['Robert Smithson', 'Robert Smith'],
    said: ['smith'],
  })
  expect(await readAll({ search: 'smiht' }, { page: 2 })).toEqual({ found: ['Robert Smithson'], said: ['smith'] })
  expect(await readAll({ search: 'smith' }, { page: 3 })).toEqual({ found: [], said: [] })
  const brief = { ms: 0, first: 1, rest: 1 }
  expect(await readAll({ search: 'smiht' }, {}, brief)).toEqual({
    found: ['Robert Smith', 'Robert Smithson'],
    said: ['smith'],
  })
})
