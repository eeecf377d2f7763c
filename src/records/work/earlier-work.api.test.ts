// Promises to installs that are upgraded in the middle of long work: it goes on where it was, with any owner of the schema.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate, RUNTIME_ROLE } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { createLog } from '../../platform/log.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { activityOf, mustReadChange } from '../history/changes.reads.ts'
import { personIn } from '../history/history.fixture.ts'
import { historyJobs } from '../history/history.jobs.ts'
import { revertChange } from '../history/revert.commands.ts'
import { importJobs } from '../imports/import.jobs.ts'
import { mustReadImport, recordOf } from '../imports/import-record.writes.ts'
import { RACED } from '../store/identity.logic.ts'

type Server = Extract<ConnectionAddress, { host: string }>

/** The first migration after the baseline by which long work became rows of `jobs`. */
const FIRST = 401
const migrations = readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url)))
const owner = `work_owner_${process.pid}`
const name = `earlier_work_${process.pid}`
const connection: Server = { ...inject('postgres'), user: owner, database: name }
const log = createLog('silent')
const workspace = newId()
// Imports into a workbook of their own: one is being planned, one planned, one at work, one was stopped.
const target = newId()
const [planning, planned, committing, stopped] = [newId(), newId(), newId(), newId()]
const mapped = [{ index: 0, column: { id: 'c1', name: 'Name', type: 'input', input_type: 'text' }, unparsed: 'keep' }]
const shown = {
  create: 3,
  update: 0,
  unchanged: 0,
  skip: 0,
  reject: 0,
  duplicates: 0,
  columns_created: [],
  unparsed: [],
  made_at: '2026-11-22T05:00:00Z',
}
const policy = { existing: 'overwrite', newer_by: null, new_rows: 'create', duplicates: 'merge' }
const planText = JSON.stringify({ shown, mapped, added: [], identity: null, policy, next_position: 1, total_rows: 0 })
const resultText = (importId: string, created: number) =>
  JSON.stringify({
    import_id: importId,
    created,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    rejected: 0,
    columns_created: [],
    rejected_rows: [],
    rejected_url: null,
  })
// Changes that were being undone and redone: one in the middle, one not begun, and one of a workbook that was deleted since.
const [book, gone] = [newId(), newId()]
const [half, waiting, left] = [newId(), newId(), newId()]
const flip = (direction: string, after: number | null, rows: number) =>
  JSON.stringify({
    direction,
    phase: after === null ? 0 : 1,
    after,
    cells: 0,
    rows,
    columns: 0,
    skipped: [],
    skipped_count: 0,
    by: { kind: 'user', user_id: 1, name: 'Ann' },
  })
const importActor = JSON.stringify({
  kind: 'user',
  user_id: 1,
  name: 'Ann',
  token_id: null,
  ip: null,
  request_id: null,
})

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
       ('${workspace}', '${book}', 'Makers', 3, 5, null), ('${workspace}', '${gone}', 'Gone', 0, 1, now());
     insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, ordinal)
       values ('${workspace}', '${book}', 'c1', 'Name', 'input', '{"input_type": "text"}', 0);
     insert into workbook_rows (workspace_id, workbook_id, id, position, data, made_by)
       select '${workspace}', '${book}', gen_random_uuid(), n, jsonb_build_object('c1', 'Row ' || n), '${half}' from generate_series(2, 4) n;
     insert into workbook_row_blocks (workspace_id, workbook_id, block, rows) values ('${workspace}', '${book}', 0, 3);
     insert into changes (workspace_id, workbook_id, id, kind, state, user_id, counts, detail, flip, flip_id, flip_user_id, flipped_at) values
       ('${workspace}', '${book}', '${half}', 'insert_rows', 'undoing', 1, '{"rows": 4}', '{"made": {"from": 1, "to": 4}}', '${flip('undo', 1, 1)}', '${newId()}', 1, now()),
       ('${workspace}', '${book}', '${waiting}', 'delete_rows', 'redoing', 1, '{"rows": 0}', '{}', '${flip('redo', null, 0)}', '${newId()}', 1, now()),
       ('${workspace}', '${gone}', '${left}', 'insert_rows', 'undoing', 1, '{"rows": 4}', '{}', '${flip('undo', 1, 1)}', '${newId()}', 1, now());
     insert into queue (id, workspace_id, kind, payload, max_attempts)
       values (gen_random_uuid(), '${workspace}', 'history.flip', '{"workbook_id": "${book}", "change_id": "${half}"}', 20);
     insert into workbooks (workspace_id, id, name, total_rows, next_position) values ('${workspace}', '${target}', 'Files', 1, 5);
     insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, ordinal)
       values ('${workspace}', '${target}', 'c1', 'Name', 'input', '{"input_type": "text"}', 0);
     insert into workbook_rows (workspace_id, workbook_id, id, position, data, made_by)
       values ('${workspace}', '${target}', gen_random_uuid(), 2, '{"c1": "Row 1"}', '${committing}');
     insert into workbook_row_blocks (workspace_id, workbook_id, block, rows) values ('${workspace}', '${target}', 0, 1);
     insert into imports (workspace_id, id, workbook_id, state, file_name, file_size, plan, done, total, first_position, result, actor) values
       ('${workspace}', '${planning}', '${target}', 'planning', 'p.csv', 13, null, 0, null, null, null, '${importActor}'),
       ('${workspace}', '${planned}', '${target}', 'planned', 'q.csv', 13, '${planText}', 3, 3, null, null, '${importActor}'),
       ('${workspace}', '${committing}', '${target}', 'committing', 'r.csv', 13, '${planText}', 1, 3, 2, '${resultText(committing, 1)}', '${importActor}'),
       ('${workspace}', '${stopped}', '${target}', 'cancelled', 's.csv', 13, '${planText}', 2, 3, 0, '${resultText(stopped, 2)}', '${importActor}');
     insert into import_rows (workspace_id, import_id, seq, line, outcome, writes, row_id, place, data)
       select '${workspace}', '${committing}', n, n + 1, 'create', true, gen_random_uuid(), n - 1, jsonb_build_object('c1', 'Row ' || n) from generate_series(1, 3) n;
     insert into queue (id, workspace_id, kind, payload, max_attempts) values
       (gen_random_uuid(), '${workspace}', 'import.plan', '{"import_id": "${planning}"}', 3),
       (gen_random_uuid(), '${workspace}', 'import.commit', '{"import_id": "${committing}"}', 20);
     insert into watches (workspace_id, id, kind, target, config) values
       ('${workspace}', gen_random_uuid(), 'news', 'a.example', '{"keywords": " seed round, Series B,", "names": ["A, Inc."], "exclude": ""}'),
       ('${workspace}', gen_random_uuid(), 'website', 'https://b.example', '{"selector": ".a, .b", "below": 5, "ignore": null, "gone": "a, b"}');
     insert into watch_groups (workspace_id, id, name, kind, source, config)
       values ('${workspace}', gen_random_uuid(), 'Hiring', 'hiring', '{"kind": "leads"}', '{"keywords": "sales,ops", "only_keywords": true}')`,
  )
  await migrate(connection, migrations, log)
  database = openDatabase({ connection, role: RUNTIME_ROLE, poolSize: 3, raced: RACED, log })
})
afterAll(async () => {
  await database?.close()
  await on(inject('postgres'), `drop database if exists ${name} with (force)`)
  await on(inject('postgres'), `drop role if exists ${owner}`)
})

test('an import that was being planned is planned, one that was committed goes on behind its rows, and each stands as it stood', async () => {
  const at = personIn(workspace as WorkspaceId, 1, 'Ann')
  await ask(
    `insert into stored_chunks (workspace_id, file_id, seq, bytes) values ('${workspace}', '${planning}', 0, 'Name\nA\nB\nC\n')`,
  )
  const read = (id: string) => database.inWorkspace(at, async (tx) => recordOf(await mustReadImport(tx, target, id)))
  expect((await Promise.all([planning, planned, committing, stopped].map(read))).map(({ state }) => state)).toEqual([
    'planning',
    'planned',
    'committing',
    'cancelled',
  ])
  expect(await read(committing)).toMatchObject({ done: 1, total: 3, job_id: committing, result: { created: 1 } })
  expect(await workOff(database, importJobs({ database, now: () => new Date() }))).toBe(2)
  expect(await read(planning)).toMatchObject({ state: 'planned', done: 3, total: 3, plan: { create: 3 } })
  expect(await read(planned)).toMatchObject({ state: 'planned', done: 3, total: 3, plan: { create: 3 } })
  expect(await read(committing)).toMatchObject({ state: 'done', done: 3, result: { created: 3, rejected: 0 } })
  expect(await read(stopped)).toMatchObject({ state: 'cancelled', result: { created: 2 } })
  const rows = await ask(
    `select data ->> 'c1' as name from workbook_rows where workbook_id = '${target}' order by position`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['Row 1', 'Row 2', 'Row 3'])
  const undone = await database.inWorkspace(at, (tx) => revertChange(tx, target, 'undo', undefined))
  expect(undone).toMatchObject({ change_id: committing, state: 'undone', rows: 3 })
  expect(await ask(`select 1 from queue where kind in ('import.plan', 'import.commit')`)).toEqual([])
})

test('an undo and a redo that were under way go on, and can be taken back by who asked for them', async () => {
  const at = personIn(workspace as WorkspaceId, 1, 'Ann')
  const read = (id: string, of = book) =>
    database.inWorkspace(at, async (tx) => activityOf(await mustReadChange(tx, of, id)))
  expect(await read(half)).toMatchObject({ state: 'undoing', progress: { rows: 1 }, can_undo: false })
  expect(await read(waiting)).toMatchObject({ state: 'redoing', progress: { rows: 0 } })
  expect(await read(left, gone)).toMatchObject({ state: 'done', progress: null })
  expect(await workOff(database, historyJobs(database))).toBe(2)
  expect(await read(half)).toMatchObject({ state: 'undone', progress: null, can_redo: true })
  expect(await read(waiting)).toMatchObject({ state: 'done' })
  expect(await ask(`select 1 from workbook_rows where workbook_id = '${book}'`)).toEqual([])
  expect(await ask(`select 1 from queue where kind = 'history.flip'`)).toEqual([])
  expect(
    await ask(`select done::int, status, created_by::int from jobs where subject ->> 'change_id' = '${half}'`),
  ).toEqual([{ done: 4, status: 'done', created_by: 1 }])
})

test('options of watches and groups that were texts with commas are lists, and all others are as they were', async () => {
  const configs = await ask(
    `select kind, config from watches union all select kind, config from watch_groups order by kind`,
  )
  expect(configs).toEqual([
    { kind: 'hiring', config: { keywords: ['sales', 'ops'], only_keywords: true } },
    { kind: 'news', config: { keywords: ['seed round', 'Series B'], names: ['A, Inc.'], exclude: [] } },
    { kind: 'website', config: { selector: '.a, .b', below: 5, ignore: null, gone: 'a, b' } },
  ])
})
