// Opens the thread of a scan, hands it records and blocks as they are read, and waits for the pairs.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Found } from '../../engine/matching/deduplicate.ts'
import type { Frequencies } from '../../engine/matching/prepared.ts'
import type { ThreadMessage, ThreadStart } from './scan.thread.ts'

export type Compared = Found & { frequencies: Frequencies }

export interface Comparing {
  send(message: ThreadMessage): void
  /** @throws an Error when the thread fails or the signal aborts. */
  finish(): Promise<Compared>
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

export function startComparing(start: ThreadStart, signal: AbortSignal): Comparing {
  const worker = openThread(start)
  const answer = new Promise<Compared>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that compares records ended early')))
  })
  // `finish` reports the failure; until then it must not count as unhandled.
  answer.catch(() => undefined)
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  return {
    send: (message) => worker.postMessage(message),
    finish() {
      worker.postMessage('begin')
      return answer
    },
    async close() {
      signal.removeEventListener('abort', end)
      await worker.terminate()
    },
  }
}
