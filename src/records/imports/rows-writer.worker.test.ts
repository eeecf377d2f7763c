// Promises of what writes the rows of an import: the database works while the file is read on, and a twin of another breaks nothing.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { addHistoryWorkbook } from '../history/history.fixture.ts'
import type { FileRecord } from '../reading/formats/table-file.ts'
import { byColumn, identityKey } from '../store/identity.logic.ts'
import { insertRows } from '../store/rows/rows.writes.ts'
import { insertImport } from './import-record.writes.ts'
import { openRejects } from './rejected-rows.writes.ts'
import { openRowWriter } from './rows.writer.ts'
import { takeRows } from './take-rows.ts'

const { database } = await openTenant()

const recordsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ line: from + n, fields: [`row ${from + n}.`] }))
const rowOf = ({ line, fields }: FileRecord) => ({ line, data: { c1: fields[0] ?? null } })

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
      identity: null,
      hasKey: false,
      change_id: newId(),
      place: { existing: 'overwrite', newer_by: null, new_rows: 'create', duplicates: 'merge' },
    })
    async function* rows() {
      // The positions of the fourth batch come with those of the third, so it has nothing to ask for.
      yield recordsOf(0, 4 * BATCH)
      expect(sent).toContain(`row ${3 * BATCH}.`)
      yield recordsOf(4 * BATCH, 4 * BATCH + 1)
    }
    try {
      await takeRows({ file: { rows }, read: rowOf, write: async ({ batch }) => void (await writer.write(batch)) })
    } finally {
      stream.write = write
    }
  })
  const [found] = await database.asOwner<{ n: number }>(
    'select count(*)::int as n from workbook_rows where workbook_id = $1',
    [id],
  )
  expect(found?.n).toBe(4 * BATCH + 1)
})

test('rows that are refused while a batch meets a key that another transaction just took are kept, and so is the batch', async () => {
  const { id, ann } = await addHistoryWorkbook(database)
  const many = 500
  const identity = byColumn('c1', 'text')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let took = () => {}
  const isTaken = new Promise<void>((resolve) => {
    took = resolve
  })
  const other = database.inWorkspace(ann, async (tx) => {
    const row = {
      id: newId(),
      position: -1,
      data: { c1: 'row 7.' },
      identity_key: identityKey(identity, { c1: 'row 7.' }),
    }
    await insertRows(tx, id, [row], null)
    took()
    await released
  })
  await isTaken
  const importId = newId()
  const counts = await database.inWorkspace(ann, async (tx) => {
    const file = { id: importId, workbook_id: id, file_name: 'f.csv', file_size: 0 }
    await insertImport(tx, file, new Date('2026-11-22T05:00:00Z'))
    const writer = openRowWriter(database, tx, id, {
      identity,
      hasKey: true,
      change_id: newId(),
      place: { existing: 'overwrite', newer_by: null, new_rows: 'create', duplicates: 'merge' },
    })
    const rejects = openRejects(tx, importId)
    async function* rows() {
      yield recordsOf(0, many)
      while (!(await database.saying('insert into workbook_rows')).some(({ is_held_up }) => is_held_up));
      // The next batch is read while this one waits.
      setImmediate(release)
      yield recordsOf(many, 2 * many)
    }
    await takeRows({
      file: { rows },
      read: rowOf,
      async write({ batch }) {
        const isRefused = ({ line }: { line: number }) => line >= many
        await writer.write(batch.filter((row) => !isRefused(row)))
        await rejects.add(batch.filter(isRefused).map(({ line }) => ({ line, reason: 'no row', values: ['x'] })))
      },
    })
    return writer.counts
  })
  await other
  expect(counts).toEqual({ created: many - 1, updated: 0, unchanged: 1, skipped: 0, rejected: 0 })
  const [kept] = await database.asOwner<{ n: number }>(
    'select count(*)::int as n from import_rows where import_id = $1',
    [importId],
  )
  expect(kept?.n).toBe(many)
})

test('where every row is added, a row whose key is taken stays in its place between the others', async () => {
  const { id, ann } = await addHistoryWorkbook(database)
  await database.inWorkspace(ann, async (tx) => {
    const writer = openRowWriter(database, tx, id, {
      identity: byColumn('c1', 'text'),
      hasKey: false,
      change_id: newId(),
      place: { existing: 'overwrite', newer_by: null, new_rows: 'create', duplicates: 'merge' },
    })
    await writer.write(['first', 'first', 'second'].map((name, line) => ({ line, data: { c1: name } })))
    expect(writer.counts).toMatchObject({ created: 3 })
  })
  const rows = await database.asOwner<{ name: string }>(
    `select data ->> 'c1' as name from workbook_rows where workbook_id = $1 order by position`,
    [id],
  )
  expect(rows.map(({ name }) => name)).toEqual(['first', 'first', 'second'])
})
