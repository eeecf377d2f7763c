// The bus: one reader per process follows the event log and hands each event, rendered once, to the subscribers of its
// workspace; also reads the log back for subscribers that come with a last event id.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../db/database.ts'
import { oneRow } from '../db/sql-client.ts'
import type { Log } from '../log.ts'

export interface LoggedEvent {
  id: number
  workspace_id: WorkspaceId
  type: string
  run_id: string | undefined
  job_id: string | undefined
  workbook_id: string | undefined
  /** The `data:` line: `{type, ts, workspace_id, …}` as JSON text. */
  data: string
}

export interface EventBus {
  /** Calls back for each event of the workspace from now on; returns the way to stop. */
  subscribe(workspaceId: WorkspaceId, onEvent: (event: LoggedEvent) => void): () => void
  /** Events after `id`, oldest first, at most `limit`. `complete` is false when some after `id` are already gone. */
  since(workspaceId: WorkspaceId, id: number, limit: number): Promise<{ events: LoggedEvent[]; complete: boolean }>
  /** The id of the newest event that this process has handed out, or knew of while there was no listener. */
  position(): number
  close(): Promise<void>
}

const READ = `select id, workspace_id, type, ts, payload from events where id > $1 order by id limit 1000`
const READ_BACK = `select id, workspace_id, type, ts, payload from events where workspace_id = $1 and id > $2 order by id limit $3`
const ENDS = `select (select min(id) from events) as oldest, last_value as newest from events_id`

export async function startBus(database: Database, log: Log, onOutbox: () => void): Promise<EventBus> {
  const subscribers = new Map<WorkspaceId, Set<(event: LoggedEvent) => void>>()
  let last = await newestId(database)
  let reading = false
  let again = false
  let closed = false

  async function read(): Promise<void> {
    again = true
    if (reading) return
    reading = true
    while (again && !closed) {
      again = false
      try {
        const rows = await database.inSystem(async (tx) => (await tx.client.query<EventRow>(READ, [last])).rows)
        for (const row of rows) {
          last = row.id
          const listening = subscribers.get(row.workspace_id)
          if (!listening) continue
          const event = render(row)
          for (const deliver of listening) deliver(event)
        }
        if (rows.length === 1000) again = true
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'the event log could not be read, trying again')
        await new Promise((resolve) => setTimeout(resolve, 500))
        again = true
      }
    }
    reading = false
  }

  /** There are events up to this one. Without a listener they are dropped: a later listener gets later events. */
  function hear(newest: number): void {
    if (subscribers.size === 0 && !reading && newest > last) last = newest
    else void read()
  }

  const listening = database.listen(
    ['millrace_events', 'millrace_outbox'],
    (channel, payload) => (channel === 'millrace_events' ? hear(Number(payload)) : onOutbox()),
    () => {
      onOutbox()
      void read()
    },
  )

  return {
    subscribe(workspaceId, onEvent) {
      const set = subscribers.get(workspaceId) ?? new Set()
      subscribers.set(workspaceId, set.add(onEvent))
      return () => {
        set.delete(onEvent)
        if (set.size === 0) subscribers.delete(workspaceId)
      }
    },
    async since(workspaceId, id, limit) {
      return database.inSystem(async (tx) => {
        const rows = (await tx.client.query<EventRow>(READ_BACK, [workspaceId, id, limit])).rows
        const { oldest, newest } = oneRow((await tx.client.query<{ oldest: number | null; newest: number }>(ENDS)).rows)
        // Ids are global and pruned from the oldest on, so nothing after `id` is gone when the oldest left is at most the
        // next. An id that was never given comes from another life of the database.
        const complete = id >= (oldest ?? last + 1) - 1 && id <= newest
        return { events: rows.map(render), complete }
      })
    },
    position: () => last,
    async close() {
      closed = true
      await listening.close()
    },
  }
}

interface EventRow {
  id: number
  workspace_id: WorkspaceId
  type: string
  ts: Date
  payload: Record<string, unknown>
}

async function newestId(database: Database): Promise<number> {
  return database.inSystem(async (tx) => {
    const { rows } = await tx.client.query<{ last_value: number; is_called: boolean }>(
      'select last_value, is_called from events_id',
    )
    const { last_value, is_called } = oneRow(rows)
    return is_called ? last_value : 0
  })
}

function render(row: EventRow): LoggedEvent {
  const text = (member: string) =>
    typeof row.payload[member] === 'string' ? (row.payload[member] as string) : undefined
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    type: row.type,
    run_id: text('run_id'),
    job_id: text('job_id'),
    workbook_id: text('workbook_id'),
    data: JSON.stringify({ type: row.type, ts: row.ts.toISOString(), workspace_id: row.workspace_id, ...row.payload }),
  }
}
