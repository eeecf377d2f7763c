// On a distributed database a statement of a workspace runs whole on the node that holds the workspace's rows, as if that were the
// only server: nothing of it is planned over nodes, so whatever PostgreSQL can do it can do there.
//
// The coordinator sends the text in a function call that Citus delegates, within the transaction and as the role of the service, so
// row-level security holds there as here. Statements that name tables of the coordinator run there.

import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { createBoundedCache } from '../bounded-cache.ts'
import type { StatementRoute } from '../conversation.ts'
import { LOCKS_BY_NAME } from '../hold.ts'
import type { SqlAsker, SqlPool } from '../sql-client.ts'
import { type Description, describe } from './describe.ts'
import { ANCHOR, readLayout } from './layout.ts'
import { withNames } from './named-tables.logic.ts'
import { createPlaces } from './places.ts'
import { type Along, type StatementSide, sideOf } from './side.logic.ts'

type Translated = Awaited<ReturnType<StatementRoute['translate']>>

export interface Nodes {
  /** In a transaction without a workspace, statements about one workspace go to its node, and statements about all go to Citus. */
  routeOf(workspaceId: string | null): StatementRoute
  /** Shards may have been split or a tenant isolated since they were looked up. */
  forget(): void
  close(): Promise<void>
}

const MOST_KNOWN = 5_000
const WRITES = /\b(insert\s+into|update|delete\s+from)\b/i
/** Besides those that write: what they lock is to be locked until their end. */
const LOCKS_ROWS = /\bfor (no key update|update|key share|share)\b/i
/** The server commits a transaction in two phases when it wrote on the coordinator too, by way of a table it has in its books. */
const IN_TWO_PHASES: pg.QueryConfig = { name: 'two_phases', text: 'update commit_marks set mark = mark where mark = 0' }

/** By the custom of this service the first parameter is the workspace, where a statement is about one. */
const OF_ONE = /\bworkspace_id = \$1\b|\bselect \$1\b|\bvalues \(\$1\b/i

/** Undefined for the database of one server. */
export async function openNodes(connection: pg.PoolConfig, role: string): Promise<Nodes | undefined> {
  const pool = new pg.Pool({ ...connection, max: 1, application_name: 'millrace', options: `-c role=${role}` })
  pool.on('error', () => {})
  // One that is lost while it is used tells itself, and without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const client = await pool.connect()
  try {
    const { state } = await readLayout(client)
    if (state === 'distributed') return createNodes(pool, await tablesOf(client), await typesOf(client))
  } finally {
    client.release()
  }
  await pool.end()
  return undefined
}

interface Table {
  class: string
  /** Their types by name. */
  columns: Map<string, string>
}

async function tablesOf(client: SqlAsker): Promise<Map<string, Table>> {
  const { rows } = await client.query<{ name: string; class: string; columns: Record<string, string> | null }>(
    `select c.relname as name, coalesce(substring(obj_description(c.oid, 'pg_class') from '^class: (.*)$'), 'local') as class,
         (select json_object_agg(quote_ident(a.attname), format_type(a.atttypid, a.atttypmod) order by a.attnum)
           from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')`,
  )
  return new Map(
    rows.map((row) => [row.name, { class: row.class, columns: new Map(Object.entries(row.columns ?? {})) }]),
  )
}

async function typesOf(client: SqlAsker): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select oid::int as oid, format_type(oid, null) as name from pg_type where typnamespace = 'pg_catalog'::regnamespace`,
  )
  return new Map(rows.map((row) => [row.oid, row.name]))
}

interface Known extends StatementSide {
  writes: boolean
  /** Its shards may be neither split nor moved before the end of the transaction. */
  stays: boolean
  description: Promise<Description> | undefined
}

function createNodes(pool: SqlPool, tables: Map<string, Table>, types: Map<number, string>): Nodes {
  const known = createBoundedCache<Known>(MOST_KNOWN)
  let shards: Promise<Map<string, string[]>> | undefined
  const places = createPlaces(async (workspaceId) => {
    const [{ rows }, names] = await Promise.all([
      pool.query<{ name: string }>(
        `select shard_name('workbooks'::regclass, get_shard_id_for_distribution_column('workbooks', $1::uuid)) as name`,
        [workspaceId],
      ),
      shardNames(),
    ])
    const place = names.get(ANCHOR)?.indexOf(rows[0]?.name ?? '') ?? -1
    // The two were read before and after a split: it begins again as after a table that is gone.
    if (place === -1)
      throw Object.assign(new Error('The shards were split while they were looked up'), { code: '42P01' })
    return place
  })

  function describeStatement(text: string): Known {
    const found = known.get(text)
    if (found) return found
    const side = sideOf(text, (name) => tables.get(name)?.class)
    const writes = WRITES.test(text)
    const stays = side.side === 'node' && (writes || LOCKS_ROWS.test(text) || LOCKS_BY_NAME.test(text))
    const fresh: Known = { ...side, writes, stays, description: undefined }
    known.set(text, fresh)
    return fresh
  }

  async function describeOnce(text: string, one: Known): Promise<Description> {
    one.description ??= pool.connect().then(async (client) => {
      try {
        return await describe(client, text)
      } finally {
        client.release()
      }
    })
    try {
      return await one.description
    } catch (error) {
      one.description = undefined
      throw error
    }
  }

  /** The names of each table's shards, in the order of their ranges. */
  function shardNames(): Promise<Map<string, string[]>> {
    shards ??= pool
      .query<{ name: string; shards: string[] }>(
        `select c.relname as name, array_agg(shard_name(s.logicalrelid, s.shardid) order by s.shardminvalue::int) as shards
           from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid where s.shardminvalue is not null group by c.relname`,
      )
      .then(({ rows }) => new Map(rows.map((row) => [row.name, row.shards])))
      .catch((error) => {
        shards = undefined
        throw error
      })
    return shards
  }

  return {
    routeOf(bound) {
      let wroteHere = false
      let wroteThere = false
      const staying = new Set<string>()

      /** Said before the first that writes: a row written to a shard that is being split is lost, or its counter is. */
      async function stay(shard: string | undefined, ask: (config: pg.QueryConfig) => Promise<unknown>): Promise<void> {
        const number = /_(\d+)$/.exec(shard ?? '')?.[1]
        if (number === undefined || staying.has(number)) return
        await ask({ text: 'select app_stay($1)', values: [number] })
        staying.add(number)
      }

      return {
        get hasWritten() {
          return wroteThere
        },
        get before() {
          return wroteHere && wroteThere ? [IN_TWO_PHASES] : []
        },
        async translate(config, ask) {
          const one = describeStatement(config.text)
          if (one.problem !== undefined) throw new Error(one.problem)
          if (one.writes && one.side === 'node') wroteThere = true
          else if (one.writes) wroteHere = true
          const workspaceId = bound ?? (OF_ONE.test(config.text) ? String(config.values?.[0]) : null)
          if (!one.side || workspaceId === null) {
            if (one.along.size > 0)
              throw new Error(`A statement of all workspaces names tables of both sides: ${config.text}`)
            return { config, answered: (result) => result, failed: named }
          }
          const [place, names] = await Promise.all([places.of(workspaceId), shardNames()])
          if (one.stays) await stay(names.get(ANCHOR)?.[place], ask)
          const description = await describeOnce(config.text, one)
          const values = (config.values ?? []).map((value) => utils.prepareValue(value))
          const literalOf = (number: number) =>
            literal(values[number - 1], types.get(description.parameters[number - 1] ?? 0) ?? 'text')
          const shardOf = (table: string, alias: string) => {
            const shard = names.get(table)?.[place]
            return shard && `${shard} as ${alias}`
          }
          if (one.apart) {
            wroteHere = true
            await ask({ text: withNames(one.apart.said, () => undefined, literalOf) })
          }
          const along = new Map<string, string>()
          for (const [table, { where }] of one.along) {
            const text = withNames(
              `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table} t where ${where}`,
              one.side === 'node' ? () => undefined : shardOf,
              literalOf,
            )
            const { rows } = await ask(
              one.side === 'node' ? { text } : calling({ text }, workspaceId, text, ROWS, types).config,
            )
            along.set(table, JSON.stringify(rows[0]?.rows))
          }
          const text = withNames(
            one.apart?.rest ?? config.text,
            (table, alias) => {
              const rows = along.get(table)
              if (rows === undefined) return one.side === 'node' ? shardOf(table, alias) : undefined
              const { columns } = one.along.get(table) as Along
              const given = [...(tables.get(table)?.columns ?? [])].filter(
                ([name]) => !columns || columns.includes(name),
              )
              return `jsonb_to_recordset(${literal(rows, 'jsonb')}) as ${alias}(${given.map((one) => one.join(' ')).join(', ')})`
            },
            literalOf,
          )
          if (one.side === 'coordinator')
            return {
              config: { ...config, name: undefined, text, values: undefined } as never,
              answered: (result) => result,
              failed: named,
            }
          return calling(config, workspaceId, text, description, types)
        },
      }
    },
    forget() {
      shards = undefined
      places.forget()
    },
    close: () => pool.end(),
  }
}

const VOID = 2278
const JSONB = 3802
const ROWS: Description = { parameters: [], columns: [{ name: 'rows', type: JSONB }] }

function calling(
  config: pg.QueryConfig,
  workspaceId: string,
  text: string,
  { columns }: Description,
  types: Map<number, string>,
): Translated {
  const values = [workspaceId, text]
  if (columns === null || columns.every(({ type }) => type === VOID))
    return {
      config: { text: 'select app_do_at_node($1::uuid, $2::text) as done', values },
      answered: (result) => ({ ...result, rowCount: result.rows[0]?.done ?? 0, rows: [] }),
      failed: named,
    }
  const taken = columns.map(({ name }, at) => `c${at} as ${pg.escapeIdentifier(name)}`).join(', ')
  const given = columns.map(({ type }, at) => `c${at} ${types.get(type) ?? 'text'}`).join(', ')
  const { rowMode } = config as { rowMode?: 'array' }
  return {
    config: {
      text: `select ${taken} from app_at_node($1::uuid, $2::text) as t(${given})`,
      values,
      ...(rowMode && { rowMode }),
      ...(config.types && { types: config.types }),
    },
    answered: (result) => result,
    failed: named,
  }
}

function literal(value: unknown, type: string): string {
  if (value === null || value === undefined) return `null::${type}`
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)
  return `'${text.replaceAll("'", "''")}'::${type}`
}

/** Citus tells of a broken rule in the words of the node, where names end in the number of the shard. */
function named(error: Error): Error {
  const told = error as Error & { code?: string; constraint?: string; table?: string }
  if (!told.code?.startsWith('23') || told.constraint) return error
  const constraint = /constraint "(\w+?)(?:_\d{6,})?"/.exec(told.message)?.[1]
  if (constraint !== undefined) told.constraint = constraint
  return error
}
