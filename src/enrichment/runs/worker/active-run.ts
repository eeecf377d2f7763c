// A run as one worker sees it while it holds chunks of it: the frozen plan, the writer, and the ways to stop.
import { setMaxListeners } from 'node:events'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, isComputed } from '../../../engine/columns/columns.ts'
import type { Payer } from '../../../engine/money/budget.ts'
import { cellOf, type Row } from '../../../engine/values/row.ts'
import { columnsNeeded, type RunMode } from '../../../engine/waterfall/cell.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isOutage } from '../../../platform/db/outage.ts'
import type { Log } from '../../../platform/log.ts'
import type { Lookup } from '../../../providers/kit/kit.ts'
import { type FollowRow, rowFollower } from '../../../records/computed/row-follower.ts'
import { justBelow, readRowsForRun } from '../../../records/store/rows/rows.reads.ts'
import { readColumns } from '../../../records/store/workbooks.reads.ts'
import type { Admission } from '../../accounts/admission.ts'
import { readRunAttempts } from '../../attempts/attempts.reads.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import type { CallbackTokens } from '../../attempts/callback-token.ts'
import type { Asker } from '../../lookups/asker.ts'
import type { AnswerCache } from '../../lookups/cache.reads.ts'
import { NoRoomYet } from '../../lookups/calls.ts'
import { type Askable, type ColumnFactory, type Lookups, readLookups } from '../../money/facts.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import type { Performance } from '../../performance/performance.schema.ts'
import { askableInTest } from '../../test-mode/test-mode.ts'
import { cachePrefetch } from '../cells/cache-prefetch.ts'
import { createCellCaller } from '../cells/cell-caller.ts'
import { createRowSlot } from '../cells/row-slot.ts'
import { type DeferredColumns, runRow } from '../cells/run-row.ts'
import { ChunkLeaseLost } from '../cells/wanted-call.ts'
import type { Lease } from './chunks.writes.ts'
import { endAtCap, endChunk, giveChunkBack, giveUp } from './run.ending.ts'
import { createRunWriter, type RunWriter } from './run-writer.ts'

const CLOSING_MS = 3_000
const RETRY_CHUNK_MS = 1_000
/** A chunk whose calls find no room in their budgets leaves its turn to others for so long. */
const NO_ROOM_MS = 2_000
/** Internal failures of a chunk before its run ends with an error. */
const MOST_LEASES = 5
/** How long and how often the run retries a cell whose provider asks to wait; after that the cell gets the reason. */
const MOST_REST_MS = 15 * 60_000
const MOST_RESTS = 20

/** What a worker of runs needs. */
export interface RunWorkerParts {
  database: Database
  log: Log
  catalog: readonly Lookup[]
  /** Makes the lookups that columns make of their own settings. */
  columnFactory?: ColumnFactory
  ask: Asker
  /** Hears which answers will be looked for soon. */
  prefetch?: AnswerCache['prefetch']
  /** Where a vendor may bring the answer to an attempt; undefined when it cannot reach this service. */
  callbackUrl?: CallbackTokens['urlFor']
  now: () => Date
}

export interface ActiveRun {
  /** Works through a chunk until it is done, handed back, or lost. False after a fault: then the next chunk opens the run again. */
  work(lease: Lease): Promise<boolean>
  /** Receives the status of the run; any status but `running` stops it in this process. */
  follow(status: string): void
  /** Begins no more rows here and gives its chunks back when those under way are done. */
  makeRoom(): void
  /** Ends what was opened for it, once its last chunk has ended. */
  close(): void
}

interface OpenParts extends RunWorkerParts {
  worker_id: string
  lease: Lease
  /** Where the rows of the workspace get ready and ask. */
  rows: Admission
  /** Aborts when the process is to end. */
  closing: AbortSignal
}

export async function openRun(parts: OpenParts): Promise<ActiveRun> {
  const { database, log, lease, worker_id, rows: admission, closing, now } = parts
  const { workspace_id, run_id } = lease
  const run = await readFrozen(database, lease)
  // `stop` ends calls under way; `rest` only keeps new rows from beginning.
  const stop = new AbortController()
  const rest = new AbortController()
  const halted = AbortSignal.any([stop.signal, rest.signal])
  for (const signal of [stop.signal, rest.signal, halted]) setMaxListeners(0, signal)
  // A call under way may be billed whether or not its answer is heard: at the end of the process it gets a moment.
  const endSoon = () => {
    rest.abort(closing.reason)
    setTimeout(() => stop.abort(closing.reason), CLOSING_MS).unref()
  }
  if (closing.aborted) endSoon()
  closing.addEventListener('abort', endSoon, { once: true })
  const writer = createRunWriter({
    database,
    log,
    lease,
    workbook_id: run.workbook_id,
    worker_id,
    payer: run.payer,
    admission,
    stop: stop.signal,
    // Chunks go back, so that those whose rows keep money aside are taken before them.
    noRoom: (reason) => rest.abort(reason),
    async runIsOver(words) {
      await endAtCap(database, workspace_id, run_id, run.workbook_id, words)
      rest.abort(new Error('the run is budget_stopped'))
    },
    now: () => now().getTime(),
  })
  const ahead = cachePrefetch((next) => parts.prefetch?.(workspace_id, next) ?? (() => {}))
  const is_test = run.specs.some(({ test }) => test)
  const askable = is_test ? askableInTest(parts) : parts
  let plans = parted(run.specs, run.columns)

  /** A deleted column is not run any more. */
  async function readColumnsAgain(): Promise<void> {
    const columns = await database.inWorkspace(workspace_id, (tx) => readColumns(tx, run.workbook_id))
    plans = parted(run.specs, columns)
  }

  /** With keys as they were read with the chunk, so that one that is entered or taken away counts for the rest of the run. */
  const callerOfRow = (seq: number, lookups: Lookups) =>
    createCellCaller({
      run_id,
      workspace_id,
      workbook_id: run.workbook_id,
      lookups,
      performance: run.performance,
      asker: parts.ask,
      books: writer.booksOf(seq),
      signal: stop.signal,
      callbackUrl: parts.callbackUrl,
      is_test,
      slot: createRowSlot(admission),
      record_ms: admission.recordMs,
      now,
    })

  return {
    follow(status) {
      if (status === 'running' || status === 'queued') {
        readColumnsAgain().catch((error) =>
          log.warn({ err: error, run_id }, 'the columns of a run could not be read again'),
        )
        return
      }
      rest.abort(new Error(`the run is ${status}`))
      // Calls under way when the money is used up are paid for: they finish, and so do rows that go on without paid steps.
      if (status !== 'paused' && status !== 'budget_stopped') stop.abort(new Error(`the run is ${status}`))
    },
    makeRoom() {
      rest.abort(new Error('other workspaces wait'))
    },
    close() {
      closing.removeEventListener('abort', endSoon)
    },
    async work(chunk) {
      admission.resize(run.performance.row_concurrency)
      const { rows, earlier, lookups } = await readChunk(database, run, chunk, askable)
      const questions = ahead.add(rows, { ...lookups, specs: run.specs, mode: run.mode, now })
      let untouched = 0
      const rests = new Map<string, DeferredColumns>()
      const results = await Promise.allSettled(
        rows.map(async (row, index) => {
          const leave = isLeftOver(earlier.get(row.row_id)) ? () => {} : await admission.admit(halted, run_id)
          questions.begin(index)
          const open = chunk.resting?.[row.row_id]
          const gone = goneFrom(row, open)
          try {
            const done = await runRow({
              row,
              specs: plans.standing,
              mode: run.mode,
              earlier: earlier.get(row.row_id) ?? [],
              columns: open,
              most_rest_ms: chunk.rests < MOST_RESTS ? MOST_REST_MS : 0,
              caller: callerOfRow(chunk.seq, lookups),
              signal: stop.signal,
              follow: async (now, ids) => ({ ...now, cells: { ...now.cells, ...(await run.follow(now, ids)) } }),
              onCell: (cell) => writer.settle({ seq: chunk.seq, ...cell }),
            })
            // Not `untouched += (await …)…`: that adds to what it was before the wait, and rows run side by side.
            untouched += done.untouched + gone
            if (done.rest) rests.set(row.row_id, done.rest)
          } finally {
            leave()
          }
        }),
      )
      questions.forget()
      return settle(chunk, results, writer, { row_ids: rows.map((row) => row.row_id), untouched, rests })
    },
  }

  /** Cells of columns that are not there any more, and that this run had not filled before. */
  function goneFrom(row: Row, open: readonly string[] | undefined): number {
    const isLeft = ({ column_id }: CellPlanSpec) =>
      open ? open.includes(column_id) : cellOf(row, column_id)?.run_id !== run_id
    return plans.gone.filter(isLeft).length
  }

  /** After a lost connection it is unknown whether it is on record; repeating it is harmless: a chunk ends once. */
  async function end(chunk: Lease, done: Parameters<typeof endChunk>[4]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await endChunk(database, chunk, worker_id, run.workbook_id, done)
      } catch (error) {
        if (!isOutage(error) || tries === MOST_LEASES || closing.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_CHUNK_MS))
      }
    }
  }

  async function settle(
    chunk: Lease,
    results: PromiseSettledResult<void>[],
    writer: RunWriter,
    done: Parameters<typeof endChunk>[4],
  ): Promise<boolean> {
    const [drained] = await Promise.allSettled([writer.drain()])
    const [failure] = [...results, drained].flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Error] : [],
    )
    if (!failure) {
      await end(chunk, done)
      return true
    }
    const isOurs = !stop.signal.aborted && !rest.signal.aborted && !(failure instanceof ChunkLeaseLost)
    if (isOurs) {
      log.error({ err: failure, run_id, chunk: chunk.seq, lease: chunk.leases }, 'a chunk could not be worked through')
      // A lease that ended with its worker counts too, so what a database that was away broke off says nothing of the rows.
      if (chunk.leases >= MOST_LEASES && !isOutage(failure)) await giveUp(database, chunk, run.workbook_id, failure)
      // Without a pause a chunk that fails at once would go round and round.
      else await new Promise((resolve) => setTimeout(resolve, RETRY_CHUNK_MS))
    }
    const isFull = failure instanceof NoRoomYet
    const notBefore = isFull ? new Date(now().getTime() + NO_ROOM_MS) : null
    const open = writer.takeOpen(chunk.seq)
    const is_recorded = drained.status === 'fulfilled'
    await giveChunkBack(database, chunk, worker_id, run.workbook_id, { open, is_recorded, notBefore, failed: isOurs })
    return !isOurs && !isFull
  }
}

/** Whether a lost worker left open calls of the row. Such rows do not wait for admission, because the admitted rows may wait for their money. */
function isLeftOver(earlier: readonly AttemptRecord[] = []): boolean {
  return earlier.some(({ state }) => state === 'reserved')
}

/** The plans of columns that are still there, and of those that are not. */
function parted(specs: readonly CellPlanSpec[], columns: readonly ColumnConfig[]) {
  const ids = new Set(columns.map(({ id }) => id))
  const isThere = ({ column_id }: CellPlanSpec) => ids.has(column_id)
  return { standing: specs.filter(isThere), gone: specs.filter((spec) => !isThere(spec)) }
}

interface Frozen {
  workbook_id: string
  mode: RunMode
  specs: CellPlanSpec[]
  columns: readonly ColumnConfig[]
  /** The columns whose cells are read with the rows; null is all, where others are computed from whatever there is. */
  reads: readonly string[] | null
  performance: Performance
  follow: FollowRow
  payer: Payer
}

interface FrozenRecord {
  workbook_id: string
  mode: RunMode
  scope: { specs: CellPlanSpec[] }
  actor_user_id: number | null
  actor_token_id: string | null
}

async function readFrozen(database: Database, { workspace_id, run_id }: Lease): Promise<Frozen> {
  return database.inWorkspace(workspace_id, async (tx) => {
    const { rows } = await tx.client.query<FrozenRecord>(
      'select workbook_id, mode, scope, actor_user_id, actor_token_id from runs where workspace_id = $1 and id = $2',
      [workspace_id, run_id],
    )
    const run = rows[0]
    if (!run) throw new ChunkLeaseLost('the workbook was deleted')
    const { specs } = run.scope
    const columns = await readColumns(tx, run.workbook_id)
    return {
      workbook_id: run.workbook_id,
      mode: run.mode,
      specs,
      columns,
      reads: columns.some(isComputed) ? null : columnsNeeded(specs),
      performance: await readPerformance(tx),
      follow: rowFollower(database, workspace_id, run.workbook_id, columns),
      payer: { workbook_id: run.workbook_id, run_id, user_id: run.actor_user_id, token_id: run.actor_token_id },
    }
  })
}

async function readChunk(
  database: Database,
  run: Frozen,
  chunk: Lease,
  askable: Askable,
): Promise<{ rows: Row[]; earlier: Map<string, AttemptRecord[]>; lookups: Lookups }> {
  return database.inWorkspace(chunk.workspace_id, async (tx) => {
    // The batch ends just before the next one begins; the reader takes both ends in.
    const batch = { from: chunk.from_position, to: justBelow(chunk.to_position) }
    const scope = chunk.row_ids ? { row_ids: chunk.row_ids } : batch
    const rows = await readRowsForRun(tx, run.workbook_id, scope, run.reads)
    const earlier = new Map<string, AttemptRecord[]>()
    if (chunk.leases > 1 || chunk.resting) {
      const ids = rows.map((row) => row.row_id)
      // A row is deferred once the results of its calls are recorded. Calls of a lost worker have no record until they are processed again.
      const which = chunk.taken_over ? 'under way too' : 'on record'
      for (const attempt of await readRunAttempts(tx, run.workbook_id, chunk.run_id, ids, which))
        earlier.set(attempt.row_id, [...(earlier.get(attempt.row_id) ?? []), attempt])
    }
    return { rows, earlier, lookups: await readLookups(tx, askable) }
  })
}
