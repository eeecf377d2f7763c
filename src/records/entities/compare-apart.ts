// Opens the thread of a scan, hands it records as they are read, and waits for the pairs.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FoundPair, PairLabel, PastDecision } from '../../engine/matching/deduplicate.ts'
import type { MatchModel } from '../../engine/matching/model.ts'
import type { Frequencies } from '../../engine/matching/prepared.ts'
import { KEPT_VALUES } from './models.writes.ts'
import type { ThreadAnswer, ThreadMessage, ThreadStart } from './scan.thread.ts'

export interface ComparisonResult {
  model: MatchModel
  frequencies: Frequencies
  count: number
  /** In parts, each on request; the thread must not be closed before the last. */
  pairs(): AsyncGenerator<FoundPair[]>
}

export interface ComparisonThread {
  send(message: ThreadMessage): void
  /**
   * Pairs of the records that were sent, learned with these decisions, `past` of pairs of which a record is no more.
   * @throws an Error when the thread fails or the signal aborts.
   */
  finish(labels: readonly PairLabel[], past?: readonly PastDecision[]): Promise<ComparisonResult>
  close(): Promise<void>
}

/** Pairs of one piece. */
const PIECE = 1000

/** Beside the bundle it is a file of its own; from the sources it is TypeScript, which a thread cannot read by itself. */
function openThread(start: ThreadStart): Worker {
  const options = { workerData: start, resourceLimits: { maxOldGenerationSizeMb: 2048 } }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./scan-thread.mjs', import.meta.url), options)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const loader = new URL('./dist/esm/api/index.mjs', tsx).href
  const file = new URL('./scan.thread.ts', import.meta.url).href
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(file)})))`
  return new Worker(code, { ...options, eval: true })
}

export function startComparing(start: Omit<ThreadStart, 'keptValues'>, signal: AbortSignal): ComparisonThread {
  const worker = openThread({ ...start, keptValues: KEPT_VALUES })
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
    async finish(labels, past = []) {
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
