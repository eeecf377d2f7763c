// Promises to installs that kept leads before they were narrow: nothing of them is lost, with any owner of the schema.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import type { ConnectionAddress } from '../../platform/db/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/log.ts'

type Server = Extract<ConnectionAddress, { host: string }>

const NARROW = 41
const migrations = readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url)))
const owner = `lead_owner_${process.pid}`
const name = `earlier_leads_${process.pid}`
const connection: Server = { ...inject('postgres'), user: owner, database: name }

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
  await on(server, `create database ${name} owner ${owner}`)
})
afterAll(async () => {
  await on(inject('postgres'), `drop database if exists ${name} with (force)`)
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
