// Promises to installs that are upgraded in the middle of long work: it goes on where it was, with any owner of the schema.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate, RUNTIME_ROLE, readMigrations } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/log.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { converting } from '../columns/conversion.commands.ts'
import { exportJobs } from '../exports/export.jobs.ts'
import { mustReadExport } from '../exports/export-record.reads.ts'
import { keptFileJobs } from '../files/kept-file.jobs.ts'
import { personIn } from '../history/history.fixture.ts'
import { leadImportJobs } from '../leads/lead-import.jobs.ts'
import { listLeadImports } from '../leads/lead-imports.writes.ts'
import { undoLeadImport } from '../leads/undo-import.commands.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { RACED } from '../store/identity.logic.ts'

type Server = Extract<ConnectionAddress, { host: string }>

/** The first migration by which long work became rows of `jobs`. */
const FIRST = 395
const migrations = readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url)))
const owner = `work_owner_${process.pid}`
const name = `earlier_work_${process.pid}`
const connection: Server = { ...inject('postgres'), user: owner, database: name }
const log = createLog('silent')
const [workspace, book, deleted, change] = [newId(), newId(), newId(), newId()]
const [waiting, written, broken] = [newId(), newId(), newId()]
// Imports of leads: two from before they were jobs, and one at work.
const [whole, undone, half] = [newId(), newId(), newId()]
const halfFile = 'company,domain\nFirm 0,firm0.com\nFirm 1,firm1.com\nFirm 2,firm2.com\n'

async function on<R extends pg.QueryResultRow>(at: Server, text: string): Promise<R[]> {
  const client = new pg.Client(at)
  await client.connect()
  try {
    const answer = (await client.query(text)) as pg.QueryResult<R> | pg.QueryResult<R>[]
    return [answer].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}
const here = `select set_config('app.control', 'on', false), set_config('app.system', 'on', false), set_config('app.workspace_id', '${workspace}', false)`
const ask = <R extends pg.QueryResultRow>(text: string) => on<R>(connection, `${here}; ${text}`)

let database: Database
beforeAll(async () => {
  const server = inject('postgres')
  await on(server, `create role ${owner} login createrole`)
  await on(server, `grant millrace_app to ${owner}`)
  await on(server, `create database ${name} owner ${owner}`)
  await migrate(
    connection,
    migrations.filter(({ number }) => number < FIRST),
    log,
  )
  await ask(
    `insert into workspaces (id, name, slug) values ('${workspace}', 'Old', 'old');
     insert into workbooks (workspace_id, id, name, total_rows, next_position, deleted_at) values
       ('${workspace}', '${book}', 'Makers', 3, 4, null), ('${workspace}', '${deleted}', 'Gone', 3, 4, now());
     insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, ordinal)
       values ('${workspace}', '${book}', 'c1', 'Staff', 'input', '{"input_type": "number"}', 0);
     insert into workbook_rows (workspace_id, workbook_id, id, position, data)
       select '${workspace}', '${book}', gen_random_uuid(), n, jsonb_build_object('c1', n::text) from generate_series(1, 3) n;
     insert into changes (workspace_id, workbook_id, id, kind) values ('${workspace}', '${book}', '${change}', 'edit_column');
     insert into row_walks (workspace_id, workbook_id, id, kind, detail, after_position, done) values
       ('${workspace}', '${book}', '${newId()}', 'convert', '{"column_id": "c1", "input_type": "number", "change_id": "${change}"}', 1, 1),
       ('${workspace}', '${deleted}', '${newId()}', 'copy_rows', '{"from": "${book}"}', null, 0);
     insert into exports (workspace_id, id, workbook_id, state, format, wanted, file_name, file_size, done, withheld, error) values
       ('${workspace}', '${waiting}', '${book}', 'running', 'csv', '{"format": "csv"}', 'Makers.csv', 7, 1, 0, null),
       ('${workspace}', '${written}', '${book}', 'done', 'csv', '{"format": "csv"}', 'Makers.csv', 3, 1, 2, null),
       ('${workspace}', '${newId()}', '${book}', 'failed', 'csv', '{"format": "csv"}', 'Makers.csv', 0, 0, 0, 'No such column');
     insert into lead_imports (workspace_id, id, file_name, created, updated, user_id, actor_name, undone_at) values
       ('${workspace}', '${whole}', 'first.csv', 2, 1, 1, 'Ann', null), ('${workspace}', '${undone}', '', 0, 3, 1, 'Ann', now()),
       ('${workspace}', '${half}', 'half.csv', 1, 0, 1, 'Ann', null);
     insert into jobs (workspace_id, id, kind, title, subject, payload, status, done, counts, checkpoint, created_by, actor_name) values
       ('${workspace}', '${half}', 'leads.import', 'Import leads: half.csv', '{"file_name": "half.csv"}',
        '{"options": {"existing": "merge", "wait_seconds": 0}, "file_name": "half.csv", "file_size": ${halfFile.length}}', 'pending', 1,
        '{"created": 1, "updated": 0, "unchanged": 0, "suppressed": 0, "rejected": 0}',
        '{"records": 1, "is_over": false, "rows": 1, "created": 1, "updated": 0, "unchanged": 0, "suppressed": 0, "rejected": 0, "rejected_rows": [], "columns": []}',
        1, 'Ann');
     insert into queue (id, workspace_id, kind, payload, max_attempts, lane, visible)
       select id, workspace_id, kind, payload, 20, 'long', true from jobs where kind = 'leads.import';
     insert into stored_chunks (workspace_id, file_id, seq, bytes) values
       ('${workspace}', '${waiting}', 0, 'half'), ('${workspace}', '${written}', 0, 'abc'), ('${workspace}', '${broken}', 0, 'upload');
     insert into queue (id, workspace_id, kind, payload, max_attempts) values
       (gen_random_uuid(), '${workspace}', 'export.write', '{"export_id": "${waiting}"}', 3);
     insert into queue (id, workspace_id, kind, payload, max_attempts)
       select gen_random_uuid(), workspace_id, 'workbook.walk', jsonb_build_object('workbook_id', workbook_id, 'walk_id', id), 50 from row_walks`,
  )
  await migrate(connection, migrations, log)
  database = openDatabase({ connection, role: RUNTIME_ROLE, poolSize: 3, raced: RACED, log })
})
afterAll(async () => {
  await database?.close()
  await on(inject('postgres'), `drop database if exists ${name} with (force)`)
  await on(inject('postgres'), `drop role if exists ${owner}`)
})

test('work over all rows goes on after the row that it had reached, and of a deleted workbook is over', async () => {
  expect(await workOff(database, rowTaskJobs(database, [converting]))).toBe(1)
  const jobs = await ask(
    `select kind, status, done::int, total::int, subject ->> 'workbook_id' as of from jobs where kind in ('workbook.convert', 'workbook.copy_rows') order by kind`,
  )
  expect(jobs).toEqual([
    { kind: 'workbook.convert', status: 'done', done: 3, total: 3, of: book },
    { kind: 'workbook.copy_rows', status: 'cancelled', done: 0, total: 3, of: deleted },
  ])
  const rows = await ask(`select data -> 'c1' as staff from workbook_rows order by position`)
  expect(rows.map(({ staff }) => staff)).toEqual(['1', 2, 3])
  expect(await ask(`select 1 from queue where kind = 'workbook.walk'`)).toEqual([])
})

test('an export that was under way is written from its start, one that was done can be fetched, and no file stays for ever', async () => {
  const at = workspace as WorkspaceId
  const read = (id: string) => database.inWorkspace(at, (tx) => mustReadExport(tx, book, id))
  expect(await read(written)).toMatchObject({ state: 'done', file_size: 3, withheld: 2, url: expect.any(String) })
  expect(await read(waiting)).toMatchObject({ state: 'queued', done: 0, file_name: 'Makers.csv' })
  expect(await workOff(database, exportJobs({ database, now: () => new Date() }))).toBe(1)
  expect(await read(waiting)).toMatchObject({ state: 'done', done: 3, url: expect.any(String) })
  const chunks = () =>
    ask("select convert_from(bytes, 'utf8') as text, file_id as id from stored_chunks order by file_id")
  expect((await chunks()).find(({ id }) => id === waiting)?.text).toMatch(/^Staff\r\n/)
  // A day after they ended; what an upload left behind belongs to nothing.
  await ask(`update jobs set finished_at = now() - interval '2 days' where kind = 'workbook.export'`)
  expect(await workOff(database, keptFileJobs(database))).toBe(3)
  expect(await chunks()).toEqual([])
  expect(await read(written)).toMatchObject({ state: 'done', url: null })
  expect(await ask(`select 1 from queue where kind in ('export.write', 'export.sweep')`)).toEqual([])
})

test('an import of leads that was done is listed and undone as before, and one that was at work goes on behind what it stored', async () => {
  const at = personIn(workspace as WorkspaceId, 1, 'Ann')
  await ask(
    `insert into stored_chunks (workspace_id, file_id, seq, bytes) values ('${workspace}', '${half}', 0, convert_to('${halfFile}', 'utf8'))`,
  )
  expect(await workOff(database, leadImportJobs({ database, now: () => new Date() }))).toBe(1)
  const listed = () => database.inWorkspace(at, async (tx) => (await listLeadImports(tx, { limit: 10 })).items)
  const actor = { user_id: 1, name: 'Ann' }
  expect(await listed()).toMatchObject([
    { id: half, file_name: 'half.csv', created: 3, updated: 0, actor, undone_at: null },
    { id: undone, file_name: '', created: 0, updated: 3, actor, undone_at: expect.any(String) },
    { id: whole, file_name: 'first.csv', created: 2, updated: 1, actor, undone_at: null },
  ])
  // Of the first nothing was left by the version before; the other made two leads here.
  await expect(undoLeadImport(database, at, undone)).rejects.toThrow('Import not found')
  expect(await undoLeadImport(database, at, whole)).toEqual({ deleted: 0, restored: 0, kept: 0 })
  expect(await undoLeadImport(database, at, half)).toEqual({ deleted: 2, restored: 0, kept: 0 })
  expect((await listed()).map(({ undone_at }) => undone_at)).toEqual(Array(3).fill(expect.any(String)))
})
