// Compares all leads of a kind, or all rows of a workbook, with each other in a thread: hands it records as they are read, and waits for the pairs.
import { type PairDecision, placeDecisions } from '../../engine/matching/decided.ts'
import type { FoundPair, PairLabel, PastDecision } from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import type { MatchModel } from '../../engine/matching/model.ts'
import type { Frequencies } from '../../engine/matching/prepared.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { openThread } from '../../platform/open-thread.ts'
import type { JobRun } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import type { ThreadAnswer, ThreadMessage, ThreadStart } from './scan.thread.ts'

export interface ComparisonResult {
  model: MatchModel
  frequencies: Frequencies
  count: number
  /** In parts, each on request; the thread must not be closed before the last. */
  pairs(): AsyncGenerator<FoundPair[]>
}

interface ComparisonThread {
  send(message: ThreadMessage): void
  /**
   * Pairs of the records that were sent, learned with these decisions, `past` of pairs of which a record is no more.
   * @throws an Error when the thread fails or the signal aborts.
   */
  finish(labels: readonly PairLabel[], past: readonly PastDecision[]): Promise<ComparisonResult>
  close(): Promise<void>
}

/** Pairs of one piece. */
const PIECE = 1000

function startComparing(start: ThreadStart, signal: AbortSignal): ComparisonThread {
  const worker = openThread(
    new URL('./scan.thread.ts', import.meta.url),
    new URL('./scan-thread.mjs', import.meta.url),
    {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    },
  )
  let waiting: { resolve(message: ThreadAnswer): void; reject(error: Error): void } | null = null
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    waiting?.reject(failure)
  }
  worker.on('message', (message: ThreadAnswer) => waiting?.resolve(message))
  worker.once('error', fail)
  worker.once('exit', () => fail(new Error('The thread that compares records ended early')))
  const asked = (message: ThreadMessage) =>
    new Promise<ThreadAnswer>((resolve, reject) => {
      if (failure) return reject(failure)
      waiting = { resolve, reject }
      worker.postMessage(message)
    })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })

  async function* pairs(count: number) {
    for (let from = 0; from < count; from += PIECE) {
      const message = await asked({ pairs: { from, to: Math.min(count, from + PIECE) } })
      if ('pairs' in message) yield message.pairs
    }
  }

  return {
    send: (message) => worker.postMessage(message),
    async finish(labels, past) {
      const message = await asked({ begin: labels, past })
      if (!('done' in message)) throw new Error('The thread that compares records answered out of turn')
      const { model, frequencies, count } = message.done
      return { model, frequencies, count, pairs: () => pairs(count) }
    },
    async close() {
      signal.removeEventListener('abort', end)
      await worker.terminate()
    },
  }
}

/** What is compared with each other: leads of a kind, or rows of a workbook. */
export interface Subject<Item> {
  fields: readonly MatchField[]
  /** Pairs of a lower weight are left out, in bits. */
  leastWeight: number
  /** What they are called in words. */
  what: string
  /** How many are read at once. */
  most: number
  /** Those after what was read; none at the end. */
  read(tx: WorkspaceTx, size: number, before: readonly Item[]): Promise<{ items: Item[]; message: ThreadMessage }>
  idOf(item: Item): string | number
  decided: readonly PairDecision<string | number>[]
}

/** Reads all of a subject, compares them in a thread, and hands on what was found while the thread is there to tell it. */
export async function compareAll<Item>(
  database: Database,
  run: JobRun & { workspace_id: WorkspaceId },
  { fields, leastWeight, what, most, read, idOf, decided }: Subject<Item>,
  take: (items: readonly Item[], compared: ComparisonResult) => Promise<void>,
): Promise<Item[]> {
  const { workspace_id: at, signal } = run
  const items: Item[] = []
  let comparing: ComparisonThread | null = null
  const steps = openSteps({ database, at, signal, what: `Reading ${what} to compare`, most })
  const say = (tx: WorkspaceTx, doing: string, count: number) =>
    run.progress(tx, { message: `${doing} ${count.toLocaleString('en')} ${what}` })
  try {
    for (;;) {
      const batch = await steps.take(async (tx, { size }) => {
        const next = await read(tx, size, items)
        await say(tx, 'Reading', items.length + next.items.length)
        return next
      })
      if (batch.items.length === 0) break
      comparing ??= startComparing({ fields, leastWeight }, signal)
      comparing.send(batch.message)
      for (const item of batch.items) items.push(item)
    }
    if (comparing === null || items.length < 2) return items
    await database.inWorkspace(at, (tx) => say(tx, 'Comparing', items.length))
    const { labels, past } = placeDecisions(items.map(idOf), decided)
    await take(items, await comparing.finish(labels, past))
    return items
  } finally {
    await comparing?.close()
  }
}
