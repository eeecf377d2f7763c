// The pool and the only three ways to use it: inside one workspace, as the machinery, or on the control plane.
import pg from 'pg'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Actor, CallOnRecord, WorkspaceScope } from '../ctx.ts'
import { waitForRequests } from '../governor.ts'
import type { Log } from '../log.ts'
import { owesLine, writeOwedLine } from './audit-line.ts'
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts'
import { converse, type LastStatement } from './conversation.ts'
import type { Nodes } from './layout/at-node.ts'
import { BEGIN } from './message.ts'
import { createNotificationBatcher } from './notification-batcher.ts'
import { sessionOptions, transactionSettings } from './sessions.ts'
import type { SqlClient, SqlPool } from './sql-client.ts'
import {
  OF_STEPS,
  openProbe,
  type StepLimits,
  serverLimit,
  type TimeLimits,
  type Timeouts,
  watchAnswers,
} from './timeouts.ts'

export type ConnectionAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** The limits of the operator to outgoing requests, asked where an address is saved. Each says in words why not; null when it may be called. */
export interface AddressCheck {
  /** An address of the web, in which `{{…}}` stand for what is known when it is called. */
  web(address: string): string | null
  mail(host: string, port: number): string | null
}

const NO_ADDRESSES: AddressCheck = {
  web: () => 'This process saves no addresses',
  mail: () => 'This process saves no mail servers',
}

/** An open transaction. `workspace_id` is null for the machinery and the control plane. */
export interface Tx {
  readonly workspace_id: WorkspaceId | null
  /** The actor; null for the service itself and for reads without an actor. */
  readonly actor: Actor | null
  /** Tables of tenants lie on other nodes than the others: one statement writes no more than the one or the other. */
  readonly is_distributed: boolean
  /** The connection, for statements and COPY. */
  readonly client: SqlClient
  /** Statements whose answers this transaction does not need: they go with the commit, in this order, and fail it when they fail. */
  readonly lastly: LastStatement[]
  /** Channels to notify, without payload, once this has committed. */
  readonly wakes: Set<string>
  /** Callbacks of this process, such as counters, run once this has committed. */
  readonly afterwards: (() => void)[]
  /** What this has put on record in the audit log. */
  readonly acts: string[]
  readonly addresses: AddressCheck
  /** Cached facts: the key says whose a fact is, and the code that stores it also invalidates it. */
  readonly kept: BoundedCache
}
/** A transaction in which row-level security shows one workspace only. */
export interface WorkspaceTx extends Tx {
  readonly workspace_id: WorkspaceId
}

/** Sends the statements that were left for the commit, for a caller that reads their effects. */
export async function sendLast({ client, lastly }: Tx): Promise<void> {
  const sent = lastly.splice(0)
  const answers = await Promise.all(sent.map((statement) => client.query(statement)))
  for (const [index, { tell }] of sent.entries()) tell?.(answers[index] as pg.QueryResult<never>)
}

export interface Database {
  readonly pool: SqlPool
  /** Connections that keep what is set on them from one transaction to the next, as an advisory lock. */
  readonly sessions: SqlPool
  /** Tables of tenants lie on other nodes than the others. */
  readonly is_distributed: boolean
  /** Of background work, see `platform/queue/steps.ts`. */
  readonly step_limits: StepLimits
  /**
   * Runs `work` in a transaction bound to the workspace, for the actor when a place is given; commits when it returns, rolls back when
   * it throws. With limits the server stops a statement that takes longer (57014), or that waits longer for a lock (55P03).
   */
  inWorkspace<T>(
    at: WorkspaceId | WorkspaceScope,
    work: (tx: WorkspaceTx) => Promise<T>,
    limits?: TimeLimits,
  ): Promise<T>
  /** For the relay, the claiming of work and house-keeping: sees the machinery rows of every workspace, no tenant data. */
  inSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For users, sessions, workspaces and memberships, which no workspace owns. */
  inControl<T>(work: (tx: Tx) => Promise<T>, actor?: Actor | null): Promise<T>
  /**
   * Listens on a channel until closed; `onUp` runs at each (re)connection, when notifications may have been missed, and
   * `onDown` when the connection is lost and they are missed from now on.
   */
  listen(
    channels: string[],
    onNotice: (channel: string, payload: string) => void,
    onUp: () => void,
    onDown?: () => void,
  ): { close(): Promise<void> }
  /** The same for work that a caller waits for: gives a connection up on which the server stays silent. */
  within(timeouts: Timeouts): Database
  /** The same for work that no caller waits for: statements wait a moment while this process answers requests. */
  background(): Database
  close(): Promise<void>
}

// Ids fit into 2^53 by contract; a bigint as text would only be converted at every use, alone and in an array.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))
const INT8_ARRAY = 1016 as typeof pg.types.builtins.INT8
const parseBigints: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY)
pg.types.setTypeParser(INT8_ARRAY, (text) => parseBigints(text).map((one) => (one === null ? null : Number(one))))

/** Answers, most of them small; and what is long of them, as pages of rows. */
const MOST_KEPT = 2_000
const MOST_BYTES = 32 * 1024 * 1024
/** In a distributed database: shards were split since they were looked up. */
const NO_TABLE = '42P01'
const RETRYABLE = new Set(['40001', '40P01'])

export interface DatabaseOptions {
  connection: ConnectionAddress
  /** The role all work is done as: no superuser, no bypass of row-level security. */
  role: string
  poolSize: number
  log: Log
  /** Absent where nothing is saved that has an address: then each is refused. */
  addresses?: AddressCheck
  /** Address of a pooler in transaction mode, such as PgBouncer, before the same database: transactions go through it, sessions do not. */
  pooler?: string | undefined
  /** Unique indexes of values that are looked up before they are inserted: the slower transaction begins again, and finds the value. */
  raced?: readonly string[]
  /** In a distributed database: where the statements of a workspace run. Closed with the database. */
  nodes?: Nodes | undefined
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, role, poolSize, log, pooler, raced = [], nodes, addresses = NO_ADDRESSES } = options
  const timeouts = { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000 }
  const settings = { ...connection, ...timeouts, application_name: 'millrace', options: sessionOptions(role) }
  // A pooler keeps its connections when this process has ended: they do not have its name.
  const pooled = pooler !== undefined && {
    ...timeouts,
    connectionString: pooler,
    application_name: 'pooled millrace',
  }
  const pool = new pg.Pool({ ...(pooled || settings), max: poolSize })
  const sessions = pooled ? new pg.Pool({ ...settings, max: 1 }) : pool
  const kept = createBoundedCache(MOST_KEPT, MOST_BYTES)
  let isClosing = false
  // Without a listener a restart of the database would end this process. One that is stopped after us may end connections
  // that are still saying goodbye.
  for (const each of new Set([pool, sessions]))
    each.on('error', (error) => !isClosing && log.warn({ err: error }, 'an idle database connection was lost'))

  const notices = createNotificationBatcher(pool, log)

  const probes = [settings, ...(pooled ? [pooled] : [])].map(openProbe)
  const isAlive = async (within: number) =>
    (await Promise.all(probes.map((probe) => probe(within)))).every((alive) => alive)
  const first = pooled ? [BEGIN, transactionSettings(role)] : [BEGIN]

  interface Manner {
    timeouts?: Timeouts
    isBackground?: boolean
  }

  async function transaction<T>(
    { timeouts, isBackground }: Manner,
    bound: Bound,
    workspaceId: WorkspaceId | null,
    actor: Actor | null,
    work: (tx: Tx) => Promise<T>,
    limits?: TimeLimits,
  ): Promise<T> {
    const opening = [...first, bind(bound, limits ?? (timeouts && { statement_ms: serverLimit(timeouts) }))]
    for (let attempt = 1; ; attempt++) {
      const route = nodes?.routeOf(workspaceId)
      const client = await pool.connect()
      // A connection lost between two statements reports here; the statement after it rejects by itself.
      const onError = () => {}
      client.on('error', onError)
      const watch = timeouts ? watchAnswers(client, timeouts, isAlive) : null
      const talk = converse(client, opening, watch, {
        route,
        pause: isBackground ? waitForRequests : undefined,
        isPooled: !!pooled,
      })
      let broken: Error | boolean = false
      try {
        const tx = openTx(workspaceId, actor, client, kept, nodes !== undefined, addresses)
        const result = await work(tx)
        let told: CallOnRecord | undefined
        if (owesLine(actor, tx.acts)) {
          await talk.settle(tx.lastly.splice(0))
          told = await writeOwedLine(client, workspaceId, actor, tx.acts, route?.hasWritten ?? false)
        }
        await talk.commit(tx.lastly)
        if (told) told.is_written = true
        notices.send(tx.wakes)
        for (const tell of tx.afterwards) tell()
        return result
      } catch (error) {
        await talk.rollback().catch((cause: Error) => {
          broken = cause
        })
        const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
        if (code === NO_TABLE) nodes?.forget()
        if (nodes && attempt < 2 && code === NO_TABLE) continue
        if (attempt < 4 && (RETRYABLE.has(code) || raced.includes(constraint))) continue
        throw error
      } finally {
        talk.end()
        client.off('error', onError)
        client.release(broken)
      }
    }
  }

  const opened = (manner: Manner): Database => ({
    pool,
    sessions,
    is_distributed: nodes !== undefined,
    step_limits: OF_STEPS,
    inWorkspace(at, work, limits) {
      const { workspace_id, actor } = typeof at === 'string' ? { workspace_id: at, actor: null } : at
      const bound: Bound = ['app.workspace_id', uuidText(workspace_id)]
      return transaction(manner, bound, workspace_id, actor, (tx) => work(tx as WorkspaceTx), limits)
    },
    inSystem: (work) => transaction(manner, ['app.system', 'on'], null, null, work),
    inControl: (work, actor = null) => transaction(manner, ['app.control', 'on'], null, actor, work),
    listen: (channels, onNotice, onUp, onDown) => listenOn(settings, log, channels, onNotice, onUp, onDown),
    within: (timeouts) => opened({ ...manner, timeouts }),
    background: () => opened({ ...manner, isBackground: true }),
    close() {
      isClosing = true
      notices.close()
      return Promise.all([pool.end(), pooled && sessions.end(), nodes?.close()]).then(() => {})
    },
  })
  return opened({})
}

/** The setting by which row-level security knows what a transaction may see. */
type Bound = [setting: string, value: string]

export function bind(bound: Bound, limits?: TimeLimits): pg.QueryConfig {
  const text = 'select app_set($1, $2)'
  if (!limits) return { name: 'bind', text, values: bound }
  const more = `${text}, set_config('statement_timeout', $3, true)`
  const values = [...bound, String(limits.statement_ms)]
  if (limits.lock_ms === undefined) return { name: 'bind_within', text: more, values }
  return {
    name: 'bind_limited',
    text: `${more}, set_config('lock_timeout', $4, true)`,
    values: [...values, String(limits.lock_ms)],
  }
}

function openTx(
  workspace_id: WorkspaceId | null,
  actor: Actor | null,
  client: pg.PoolClient,
  kept: BoundedCache,
  is_distributed: boolean,
  addresses: AddressCheck,
): Tx {
  return {
    workspace_id,
    actor,
    is_distributed,
    client,
    lastly: [],
    wakes: new Set(),
    afterwards: [],
    acts: [],
    addresses,
    kept,
  }
}

function uuidText(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new TypeError('not a workspace id')
  return id
}

function listenOn(
  settings: pg.PoolConfig,
  log: Log,
  channels: string[],
  onNotice: (channel: string, payload: string) => void,
  onUp: () => void,
  onDown: (() => void) | undefined,
): { close(): Promise<void> } {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    if (closed) return
    const next = new pg.Client({ ...settings, keepAlive: true })
    client = next
    const retry = (error?: Error) => {
      if (client !== next) return
      client = undefined
      next.removeAllListeners('end')
      next.end().catch(() => {})
      if (closed) return
      onDown?.()
      log.warn({ err: error }, 'the listening database connection was lost, connecting again')
      timer = setTimeout(() => void connect(), 500)
    }
    next.on('error', retry)
    next.on('end', () => retry())
    next.on('notification', (notice) => onNotice(notice.channel, notice.payload ?? ''))
    try {
      await next.connect()
      await next.query(channels.map((channel) => `listen ${channel}`).join('; '))
      onUp()
    } catch (error) {
      retry(error as Error)
    }
  }
  void connect()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      last?.removeAllListeners('end')
      await last?.end().catch(() => {})
    },
  }
}
