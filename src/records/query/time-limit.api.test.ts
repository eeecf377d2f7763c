// What takes long is looked at for a while: a page and a count are broken off, and go on where that was, to the very end.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { newId } from '../../kernel/ids.ts'
import { EVERYTHING } from '../filters/question.logic.ts'
import { countWithinLimit } from './count.reads.ts'
import { readRowsPage } from './query.reads.ts'

const { database, workspaceId } = await openTenant()

const columns = [{ id: 'c1', name: 'c1', type: 'input', input_type: 'text' } as ColumnConfig]
const asked = { ...EVERYTHING, search: 'NEEDLE' }
/** Three rows, and then it is late. */
const BRIEF = { ms: 0, first: 3, rest: 1 }

async function workbookOf(values: readonly string[]) {
  const id = newId()
  await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query(
      `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
       select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', value) from unnest($3::text[]) with ordinality x (value, n)`,
      [workspaceId, id, values],
    ),
  )
  return { id, columns, total_rows: values.length }
}

test('a text that is rare is looked for a while, and the cursor goes on where that ended', async () => {
  const workbook = await workbookOf(Array.from({ length: 10 }, (_, n) => (n === 7 ? 'needle' : 'hay')))
  await database.inWorkspace(workspaceId, async (tx) => {
    const found: [number, boolean][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readRowsPage(tx, workbook, asked, { limit: 5, cursor, where: 'body' }, BRIEF)
      found.push([JSON.parse(`[${page.json}]`).length, page.is_partial])
      cursor = page.next_cursor
    }
    expect(found).toEqual([0, 0, 1, 0].map((rows, index) => [rows, index < 3]))
  })
})

test('counting what takes long goes on piece by piece, and comes to what is there', async () => {
  const workbook = await workbookOf(Array.from({ length: 10 }, (_, n) => (n % 3 === 0 ? 'needle' : 'hay')))
  await database.inWorkspace(workspaceId, async (tx) => {
    const counted = async (most: number) => {
      const counts: number[] = []
      for (let so = { count: 0, reached: undefined as number | null | undefined }; so.reached !== null; ) {
        so = await countWithinLimit(tx, workbook, asked, most, { after: so.reached, count: so.count }, BRIEF)
        counts.push(so.count)
      }
      return counts
    }
    expect(await counted(100)).toEqual([1, 2, 3, 4])
    expect(await counted(2)).toEqual([1, 2])
  })
})
