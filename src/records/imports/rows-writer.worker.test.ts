// A promise of what writes the rows of an import: the database works while the file is read on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId } from '../../kernel/ids.ts'
import { addHistoryWorkbook } from '../history/history.fixture.ts'
import { openRowWriter } from './rows.writer.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a batch is on its way to the database before the next is read, although reading waits for nothing', async () => {
  const { id, ann } = await addHistoryWorkbook(database)
  const BATCH = 500
  await database.inWorkspace(ann, async (tx) => {
    // As pg keeps it: where the bytes go.
    const { stream } = (tx.client as unknown as { connection: { stream: { write(bytes: Buffer): unknown } } })
      .connection
    const write = stream.write
    let sent = ''
    stream.write = (bytes) => {
      sent += bytes.toString()
      return write.call(stream, bytes)
    }
    const writer = openRowWriter(database, tx, id, {
      ...{ identity: null, recognises: false, change_id: newId() },
      place: { existing: 'overwrite', newer_by: null, new_rows: 'create', duplicates: 'merge' },
    })
    const add = async (from: number, to: number) => {
      for (let row = from; row < to; row++) await writer.add({ c1: `row ${row}.` })
    }
    try {
      // The positions of the fourth batch come with those of the third, so it has nothing to ask for.
      await add(0, 4 * BATCH)
      expect(sent).toContain(`row ${3 * BATCH}.`)
      await add(4 * BATCH, 4 * BATCH + 1)
      await writer.finish()
    } finally {
      await writer.close()
      stream.write = write
    }
  })
  const [found] = await database.asOwner<{ n: number }>(
    'select count(*)::int as n from workbook_rows where workbook_id = $1',
    [id],
  )
  expect(found?.n).toBe(4 * BATCH + 1)
})
