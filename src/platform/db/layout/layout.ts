// Where the tables of a database lie: all on one server, or those of tenants distributed over the nodes of a Citus cluster.
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import { oneRow, type SqlAsker } from '../sql-client.ts'

export interface Layout {
  /** `unfinished` when distributing was broken off: some tables wait, or keys between them are still to be put back. */
  state: 'plain' | 'unfinished' | 'distributed'
  /** Version of the Citus extension in this database. */
  citus: string | null
  /** Nodes that hold rows of tenants. */
  workers: number
  /** Tenant tables that are distributed. */
  distributed: number
  /** Those that are not, by name. */
  waiting: string[]
  /** Into how many shards, each of which is on one node, the rows of a table are cut. */
  shards: number
}

/** The tenant table beside whose shards those of all others lie. */
export const ANCHOR = 'workbooks'

/** Tables of a class by name; those of migrations and of an empty database are none. */
export const TABLES_OF = `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not c.relispartition and obj_description(c.oid, 'pg_class') = 'class: ' || $1::text order by c.relname`

export async function readLayout(client: SqlAsker): Promise<Layout> {
  const plain: Layout = { state: 'plain', citus: null, workers: 0, distributed: 0, waiting: [], shards: 0 }
  const { rows: found } = await client.query<{ citus: string }>(
    `select extversion as citus from pg_extension where extname = 'citus'`,
  )
  if (!found[0]) return plain
  const { citus } = found[0]
  const { rows: tables } = await client.query<{ name: string; shards: number | null }>(
    `select t.name, (select count(*)::int from pg_dist_shard s where s.logicalrelid = p.logicalrelid) as shards
       from (${TABLES_OF}) t left join pg_dist_partition p on p.logicalrelid = to_regclass('public.' || quote_ident(t.name)) and p.partmethod = 'h'`,
    ['tenant'],
  )
  const { rows: nodes } = await client.query<{ workers: number }>(
    `select count(*)::int as workers from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  )
  const waiting = tables.filter(({ shards }) => !shards).map(({ name }) => name)
  const distributed = tables.length - waiting.length
  const isOpen = await hasOpenKeys(client)
  return {
    state:
      waiting.length === 0 && distributed > 0 && !isOpen
        ? 'distributed'
        : distributed > 0 || isOpen
          ? 'unfinished'
          : 'plain',
    citus,
    distributed,
    waiting,
    workers: nodes[0]?.workers ?? 0,
    shards: tables.find(({ name }) => name === ANCHOR)?.shards ?? 0,
  }
}

/** The same with a connection of its own, and the nodes that the coordinator does not reach now. */
export async function readLayoutAt(connection: pg.ClientConfig): Promise<Layout & { away: string[] }> {
  const client = new pg.Client({ ...connection, application_name: 'millrace' })
  client.on('error', () => {})
  await client.connect()
  try {
    const layout = await readLayout(client)
    return { ...layout, away: layout.state === 'distributed' ? await nodesAway(client) : [] }
  } finally {
    await client.end()
  }
}

async function nodesAway(client: SqlAsker): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where not success`,
  )
  return rows.map(({ node }) => node)
}

async function hasOpenKeys(client: SqlAsker): Promise<boolean> {
  const { rows: made } = await client.query<{ made: boolean }>(
    `select to_regclass('public.distribution_keys') is not null as made`,
  )
  if (!oneRow(made).made) return false
  return ((await client.query('select 1 from distribution_keys limit 1')).rowCount ?? 0) > 0
}

/** @throws StartError when the service would find only a part of its tables where it looks for them. */
export async function refuseUnfinished(client: SqlAsker): Promise<void> {
  const { state, waiting } = await readLayout(client)
  if (state === 'unfinished')
    throw new StartError(
      `Distributing this database was broken off${waiting.length > 0 ? `: ${waiting.length} tables wait` : ''}. Run \`millrace distribute\` again; it goes on where it was.`,
    )
}
