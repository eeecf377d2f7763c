// What `npm run check:citus` runs: distributes a database over the cluster that CITUS_URL names, and lives a first day on it.
//
// CITUS_URL is a database on the coordinator, as its superuser. With CITUS_STOP and CITUS_START, commands that stop and start the node
// with the highest number, it is also seen what a workspace hears whose node is away.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { distribute } from '../src/platform/db/layout/distribute.ts'
import { readLayoutAt } from '../src/platform/db/layout/layout.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import { createLog } from '../src/platform/log.ts'
import { type ClusterNode, dropOn, makeCluster, nodesOf, on } from '../test/citus.ts'
import { hasPgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { nodeAway } from './citus/node-away.ts'
import { type Ask, asker, check, dir, logIn, program, run, type Service, serve, until } from './citus/processes.ts'

const NAME = 'millrace_check'
const COPY = 'millrace_check_copy'
const OLDER = 'millrace_check_older'
/** The last migration of the baseline: later ones meet a database that is distributed already. */
const BASELINE = 8
/** Fewer than what asks at once. */
const POOLED = 8

/** Import, waterfall and formula, undo, export: answers with the workbook. */
async function firstDay(who: string, ask: Ask): Promise<string> {
  const made = await ask('POST', '/api/workbooks', {
    name: who,
    columns_config: [
      { name: 'Website', type: 'input', input_type: 'url' },
      {
        name: 'Domain',
        type: 'enrichment',
        provider: 'domain-normaliser',
        output: 'company_domain',
        inputs: { website: '{{Website}}' },
      },
      { name: 'Loud', type: 'formula', expression: 'UPPER({{Website}})' },
    ],
  })
  check(`${who}: a workbook with a waterfall and a formula`, made.status === 201, made.text)
  const id = made.body.id
  const at = `/api/workbooks/${id}`
  const form = new FormData()
  const lines = Array.from({ length: 300 }, (_, n) => `https://www.site-${n}.example.com`)
  form.append('file', new Blob([`Website\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'sites.csv')
  const imported = await ask('POST', `${at}/import`, form)
  check(`${who}: imports 300 rows`, imported.status === 201, imported.text)
  const started = await ask('POST', `${at}/run`, {})
  check(`${who}: starts a run`, started.status === 202, started.text)
  const ended = await until(async () => {
    const { body } = await ask('GET', `${at}/runs/${started.body.run_id}`)
    return body?.ended_at ? body : undefined
  })
  check(`${who}: the run fills the cells`, ended.status === 'done', ended)
  const exported = await ask('GET', `${at}/export.csv`)
  const csv = exported.text.trim().split(/\r?\n/)
  check(
    `${who}: exports what was found`,
    csv.length === 301 && /site-\d+\.example\.com.*HTTPS/i.test(csv[7] ?? ''),
    csv.slice(0, 3),
  )
  const undone = await ask('POST', `${at}/undo`, {})
  check(`${who}: undoes the run`, undone.status < 300, undone.text)
  const redone = await ask('POST', `${at}/redo`, {})
  check(`${who}: and does it again`, redone.status < 300, redone.text)
  const home = await ask('GET', '/api/home')
  check(`${who}: sees it at home`, home.status === 200, home.text)
  return id
}

/** Two workspaces whose rows lie on different nodes. */
async function twoApart(url: string, token: string, coordinator: ClusterNode): Promise<{ id: string; port: number }[]> {
  const found = new Map<number, string>()
  for (let n = 1; found.size < 2 && n < 40; n++) {
    const { body } = await asker(url, token, '')('POST', '/api/workspaces', { name: `Workspace ${n}` })
    const [place] = await on<{ port: number }>(
      coordinator,
      NAME,
      `select nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
         where p.shardid = get_shard_id_for_distribution_column('workbooks', '${body.id}'::uuid)`,
    )
    if (place && !found.has(place.port)) found.set(place.port, body.id)
  }
  return [...found].map(([port, id]) => ({ id, port })).sort((one, other) => one.port - other.port)
}

/** A workspace is given a shard of its own, on another node, while rows are sent to it. */
async function movesBusy(url: string, token: string, nodes: ClusterNode[]): Promise<void> {
  const [coordinator] = nodes as [ClusterNode]
  const { body: workspace } = await asker(url, token, '')('POST', '/api/workspaces', { name: 'One that moves' })
  const ask = asker(url, token, workspace.id)
  const made = await ask('POST', '/api/workbooks', {
    name: 'Busy',
    columns_config: [{ name: 'Number', type: 'input' }],
  })
  const at = `/api/workbooks/${made.body.id}`
  let isMoving = true
  let stored = 0
  const refused: string[] = []
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; isMoving; n++) {
      const sent = await ask('POST', `${at}/rows`, { rows: [{ data: { Number: `${writer}-${n}` } }] })
      if (sent.status < 300) stored++
      else refused.push(`${sent.status} ${sent.text}`)
    }
  })
  const [own] = await on<{ shard: string }>(
    coordinator,
    NAME,
    `select isolate_tenant_to_new_shard('workbooks', '${workspace.id}', 'CASCADE', shard_transfer_mode => 'block_writes')::text as shard`,
  )
  const [there] = await on<{ port: number }>(
    coordinator,
    NAME,
    `select nodeport as port from pg_dist_shard_placement where shardid = ${own?.shard}`,
  )
  const other = nodes.slice(1).find(({ port }) => port !== there?.port) as ClusterNode
  await on(
    coordinator,
    NAME,
    `select citus_move_shard_placement(${own?.shard}, '${other.host}', ${there?.port}, '${other.host}', ${other.port}, shard_transfer_mode => 'block_writes')`,
  )
  isMoving = false
  await Promise.all(writers)
  check(
    'a workspace moves to another node while rows are sent to it, and none is refused',
    refused.length === 0,
    refused.slice(0, 3),
  )
  const more = await ask('POST', `${at}/rows`, { rows: [{ data: { Number: 'last' } }] })
  check('it takes rows from then on', more.status < 300, more.text)
  const { body } = await ask('GET', `${at}?page=1&page_size=1`)
  const [{ lie } = { lie: -1 }] = await on<{ lie: number }>(
    coordinator,
    NAME,
    `select count(*)::int as lie from workbook_rows where workspace_id = '${workspace.id}'`,
  )
  check('every row that was taken is there, and counted', lie === stored + 1 && body.workbook?.total_rows === lie, {
    lie,
    stored,
    body,
  })
}

/** Two workspaces, whose rows lie on different nodes, live a first day. */
async function liveOn(nodes: ClusterNode[], service: Service): Promise<void> {
  const [coordinator] = nodes as [ClusterNode]
  try {
    const token = await logIn(service.url)
    const [stays, goes] = await twoApart(service.url, token, coordinator)
    check('two workspaces lie on different nodes', stays !== undefined && goes !== undefined)
    if (!stays || !goes) return
    const ask = { stays: asker(service.url, token, stays.id), goes: asker(service.url, token, goes.id) }
    const books = { stays: await firstDay('the first', ask.stays), goes: await firstDay('the second', ask.goes) }
    const theirs = await ask.stays('GET', `/api/workbooks/${books.goes}`)
    check('neither sees what is of the other', theirs.status === 404, theirs.text)
    for (const node of nodes.slice(1)) {
      const [{ rows } = { rows: 0 }] = await on<{ rows: number }>(
        coordinator,
        NAME,
        `select coalesce(sum(result::int), 0)::int as rows from run_command_on_placements('workbook_rows', 'select count(*) from %s') where nodeport = ${node.port}`,
      )
      check(`rows lie on node ${node.port}`, rows >= 300, rows)
    }
    await movesBusy(service.url, token, nodes)
    await nodeAway(ask, books)
  } finally {
    const ended = service.ended()
    check('the service ran to the end', ended === undefined, ended)
    await service.close()
  }
}

const addressOn =
  ({ user, host, port }: ClusterNode) =>
  (name: string) =>
    `postgres://${user}@${host}:${port}/${name}`

async function main(nodes: ClusterNode[]): Promise<void> {
  const [coordinator] = nodes as [ClusterNode]
  const at = addressOn(coordinator)
  await makeCluster(nodes, NAME)
  const early = await run(at(NAME), ['distribute'])
  check('a database without tables is refused', early.code === 1 && /not at this version/.test(early.said), early.said)
  const first = await serve(at(NAME))
  const busy = await run(at(NAME), ['distribute'])
  check('so is one that the service runs on', busy.code === 1 && /is running/.test(busy.said), busy.said)
  await first.close()

  const broken = program(at(NAME), ['distribute', '--shards', '8'])
  await new Promise<void>((resolve) => broken.stderr?.on('data', (chunk) => /^9 of/m.test(String(chunk)) && resolve()))
  broken.kill('SIGKILL')
  await once(broken, 'close')
  const half = await run(at(NAME), [])
  check('the service does not start on a half of it', half.code === 1 && /broken off/.test(half.said), half.said)
  const done = await run(at(NAME), ['distribute', '--json'])
  check('a run that was killed is taken up', done.code === 0 && done.said.includes('"state":"distributed"'), done.said)
  const again = await run(at(NAME), ['distribute'])
  check('and once more changes nothing', again.code === 0 && !/^\d+ of/m.test(again.said), again.said)
  const doctor = await run(at(NAME), ['doctor', '--offline'])
  check('the doctor tells the layout', /ok {4}layout: distributed by Citus/.test(doctor.said), doctor.said)

  await liveOn(nodes, await serve(at(NAME)))
  const pooler = hasPgBouncer ? await startPgBouncer(coordinator, POOLED) : undefined
  try {
    if (!pooler) console.log('left out: a pooler before the coordinator (PgBouncer is not installed)')
    else {
      console.log('behind PgBouncer in transaction mode:')
      await liveOn(nodes, await serve(at(NAME), { DATABASE_POOLER_URL: pooler.url(NAME) }))
      const pooled = await on(
        coordinator,
        NAME,
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'pooled millrace'`,
      )
      check('all that went through it', pooled.length > 0 && pooled.length <= POOLED, pooled.length)
    }
    await carryOver(nodes)
    await upgrade(nodes)
  } finally {
    await pooler?.close()
  }
}

/** A database that an older version distributed is brought to this one. */
async function upgrade(nodes: ClusterNode[]): Promise<void> {
  const [coordinator] = nodes as [ClusterNode]
  const all = readMigrations(fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url)))
  const migrations = all.filter(({ number }) => number <= BASELINE)
  const connection = { ...coordinator, database: OLDER }
  await makeCluster(nodes, OLDER)
  await migrate(connection, migrations, createLog('silent'))
  await distribute(connection, { migrations, shards: 4, tell: () => {} })
  const service = await serve(addressOn(coordinator)(OLDER))
  try {
    const { state, waiting } = await readLayoutAt(connection)
    check('a distributed database of an older version is migrated', state === 'distributed', waiting)
    const token = await logIn(service.url)
    const { body } = await asker(service.url, token, '')('POST', '/api/workspaces', { name: 'Upgraded' })
    await firstDay('on it', asker(service.url, token, body.id))
  } finally {
    await service.close()
  }
  const again = await run(addressOn(coordinator)(OLDER), ['distribute'])
  check('and to distribute it once more changes nothing', again.code === 0 && !/^\d+ of/m.test(again.said), again.said)
}

/** A backup goes into one server and back, while a pooler may keep its connections. */
async function carryOver([coordinator]: ClusterNode[]): Promise<void> {
  const at = addressOn(coordinator as ClusterNode)
  const file = join(dir, 'backup.millrace')
  const backed = await run(at(NAME), ['backup', file])
  check('a backup reads all nodes', backed.code === 0, backed.said)
  await on(coordinator as ClusterNode, 'postgres', `create database ${COPY}`)
  const restored = await run(at(COPY), ['restore', file])
  check('and is restored into one server', restored.code === 0, restored.said)
  const plain = await run(at(COPY), ['distribute'])
  check('which is left alone', plain.code === 1 && /without the Citus extension/.test(plain.said), plain.said)
  const replaced = await run(at(NAME), ['restore', file, '--replace'])
  check('and into the cluster', replaced.code === 0, replaced.said)
  const onceMore = await run(at(NAME), ['distribute', '--shards', '4'])
  check('where it is distributed again', onceMore.code === 0, onceMore.said)
  const doctorThen = await run(at(NAME), ['doctor', '--offline'])
  check('as the doctor says', /layout: distributed by Citus/.test(doctorThen.said), doctorThen.said)
}

const { CITUS_URL } = process.env
if (!CITUS_URL)
  console.log('Skipped: CITUS_URL names no database on the coordinator of a Citus cluster (docs/SCALING.md).')
else {
  const nodes = await nodesOf(CITUS_URL)
  for (const name of [NAME, OLDER]) await dropOn(nodes, name)
  try {
    await main(nodes)
  } catch (error) {
    // What is said while all is dropped would hide it.
    console.error(error)
    process.exitCode = 1
  } finally {
    for (const name of [NAME, OLDER]) await dropOn(nodes, name)
    await on(nodes[0] as ClusterNode, 'postgres', `drop database if exists ${COPY} with (force)`)
    rmSync(dir, { recursive: true, force: true })
  }
}
