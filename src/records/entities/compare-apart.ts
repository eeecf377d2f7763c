// Opens the thread of a scan, hands it records as they are read, and waits for the pairs.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Decided, Found, FoundPair, PastDecision } from '../../engine/matching/deduplicate.ts'
import { KEPT_VALUES } from './models.writes.ts'
import type { ThreadAnswer, ThreadMessage, ThreadStart } from './scan.thread.ts'

export interface Comparing {
  send(message: ThreadMessage): void
  /**
   * Pairs of the records that were sent, learned with these decisions, `past` of pairs of which a record is no more.
   * @throws an Error when the thread fails or the signal aborts.
   */
  finish(labels: readonly Decided[], past?: readonly PastDecision[]): Promise<Found>
  close(): Promise<void>
}

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

export function startComparing(start: Omit<ThreadStart, 'keptValues'>, signal: AbortSignal): Comparing {
  const worker = openThread({ ...start, keptValues: KEPT_VALUES })
  const answer = new Promise<Found>((resolve, reject) => {
    const pairs: FoundPair[] = []
    worker.on('message', (message: ThreadAnswer) => {
      if ('done' in message) resolve({ ...message.done, pairs })
      else for (const pair of message.pairs) pairs.push(pair)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that compares records ended early')))
  })
  // `finish` reports the failure; until then it must not count as unhandled.
  answer.catch(() => undefined)
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  return {
    send: (message) => worker.postMessage(message),
    finish(labels, past = []) {
      worker.postMessage({ begin: labels, past } satisfies ThreadMessage)
      return answer
    },
    async close() {
      signal.removeEventListener('abort', end)
      await worker.terminate()
    },
  }
}
