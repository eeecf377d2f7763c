// Promises to installs of an earlier version: nothing of their leads, nor of what was left to be done, is lost, with any owner of the schema.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import type { ConnectionAddress } from '../../platform/db/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/log.ts'

type Server = Extract<ConnectionAddress, { host: string }>

const NARROW = 41
/** Until then each kind of what follows a write had a table of its own. */
const DIRTY_ROWS = 390
const migrations = readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url)))
const owner = `lead_owner_${process.pid}`
const names = [`earlier_leads_${process.pid}`, `earlier_work_${process.pid}`] as const
const [connection, ofWork] = names.map((database): Server => ({ ...inject('postgres'), user: owner, database })) as [
  Server,
  Server,
]

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

beforeAll(async () => {
  const server = inject('postgres')
  await on(server, `create role ${owner} login createrole`)
  await on(server, `grant millrace_app to ${owner}`)
  for (const name of names) await on(server, `create database ${name} owner ${owner}`)
})
afterAll(async () => {
  for (const name of names) await on(inject('postgres'), `drop database if exists ${name} with (force)`)
  await on(inject('postgres'), `drop role if exists ${owner}`)
})

test('leads of before keep their values and sources, are found by their text, and are looked at again', async () => {
  const log = createLog('silent')
  const workspace = newId()
  await migrate(
    connection,
    migrations.filter(({ number }) => number < NARROW),
    log,
  )
  const here = `select set_config('app.control', 'on', false), set_config('app.workspace_id', '${workspace}', false)`
  await on(
    connection,
    `${here}; insert into workspaces (id, name, slug) values ('${workspace}', 'Old', 'old');
     insert into leads (workspace_id, data, provenance) values
       ('${workspace}', '{"company": "ÄCME \\"Works\\"", "score": 7, "custom": {"a": ["Deep"]}}', '{"company": {"source": "list.csv"}}'),
       ('${workspace}', '{"company": "Bolt"}', '{}');
     insert into lead_counts (workspace_id, leads) values ('${workspace}', 2)`,
  )
  await migrate(connection, migrations, log)
  const [stored] = await on<{ leads: object[]; said: object[]; texts: string[]; jobs: object[] }>(
    connection,
    `${here}, set_config('app.system', 'on', false);
     select (select json_agg(json_build_array(data ->> 'company', provenance) order by id) from leads) as leads,
       (select json_agg(provenance) from lead_provenance) as said,
       (select json_agg(text order by lead_id) from lead_texts) as texts,
       (select json_agg(json_build_array(workspace_id, payload)) from queue where kind = 'leads.look_again') as jobs`,
  )
  expect(stored?.leads).toEqual([
    ['ÄCME "Works"', {}],
    ['Bolt', {}],
  ])
  expect(stored?.said).toEqual([{ company: { source: 'list.csv' } }])
  expect(stored?.texts.map((text) => text.split('\n\x01\n').sort())).toEqual([['7', 'deep', 'äcme "works"'], ['bolt']])
  expect(stored?.jobs).toEqual([[workspace, { after: 0 }]])
  const unbound = await on(
    connection,
    `set role millrace_app; select 1 from leads union all select 1 from lead_texts union all select 1 from lead_provenance`,
  )
  expect(unbound).toEqual([])
})

test('what an earlier version left to follow its writes is still on record, for whom it is and where it was', async () => {
  const log = createLog('silent')
  const [workspace, book, index, run, row, other] = [newId(), newId(), newId(), newId(), newId(), newId()]
  await migrate(
    ofWork,
    migrations.filter(({ number }) => number < DIRTY_ROWS),
    log,
  )
  const here = `select set_config('app.control', 'on', false), set_config('app.workspace_id', '${workspace}', false)`
  const ids = Array.from({ length: 201 }, (_, n) => n + 1)
  await on(
    ofWork,
    `${here}; insert into workspaces (id, name, slug) values ('${workspace}', 'Old', 'old');
     insert into workbooks (workspace_id, id, name) values ('${workspace}', '${book}', 'Book');
     insert into computed_work (workspace_id, id, workbook_id, columns, field, keys, gathered, behind)
       values ('${workspace}', '${row}', '${book}', '{c2}', '@c2.0', '{a,b}', true, '{c2}');
     insert into lead_work (workspace_id, id, workbook_id, lead_ids, fields) values ('${workspace}', '${row}', '${book}', '{7}', '{phone}');
     insert into lead_work (workspace_id, id, workbook_id, columns, from_position, to_position) values ('${workspace}', '${other}', '${book}', '{}', 5, 9);
     insert into auto_run_work (workspace_id, workbook_id, id, column_id, mode, row_ids, run_id) values ('${workspace}', '${book}', '${row}', 'c3', 'all', '{${row}}', '${run}');
     insert into view_indexes (workspace_id, id, workbook_id, question, sorts, from_position, to_position)
       values ('${workspace}', '${index}', '${book}', 'half done', '[]', 20, 'infinity'), ('${workspace}', '${other}', '${book}', 'done', '[]', null, null);
     insert into lead_match_work (workspace_id, lead_id) select '${workspace}', unnest('{${ids}}'::bigint[])`,
  )
  await migrate(ofWork, migrations, log)
  const lines = await on(
    ofWork,
    `${here}; select consumer, scope_id, json_strip_nulls(json_build_object('rows', row_ids, 'from', from_position, 'field', field, 'keys', keys,
       'leads', cardinality(lead_ids), 'columns', columns, 'detail', detail, 'stopped', stopped)) as line
     from dirty_rows order by consumer, from_position, lead_ids`,
  )
  expect(lines.map(({ consumer, scope_id, line }) => [consumer, scope_id === book, line])).toEqual([
    ['auto_run', true, { rows: [row], detail: { mode: 'all', run_id: run, column_id: 'c3' } }],
    ['carry', true, { from: 5, columns: [] }],
    ['carry', true, { leads: 1, columns: ['phone'] }],
    [
      'compute',
      true,
      { field: '@c2.0', keys: ['a', 'b'], columns: ['c2'], detail: { gathered: true }, stopped: ['c2'] },
    ],
    ['match', false, { leads: 200 }],
    ['match', false, { leads: 1 }],
    ['views', true, { from: 20, detail: { indexes: [index] } }],
  ])
})
