// A pool of threads that read files, one file at a time each, within limits of memory and time.
import type { Worker } from 'node:worker_threads'
import { refuse } from '../../../kernel/errors.ts'
import { openThread } from '../../../platform/open-thread.ts'

/** The most readers of all workspaces together. */
const MOST = 8
/** The most readers of one workspace: its slow uploads leave room for other workspaces. */
const MOST_OF_ONE = 4
/** How many idle readers are kept, and for how long. */
const MOST_IDLE = 2
const IDLE_MS = 60_000
/** Memory for the shared texts of a large spreadsheet, or for 32 MiB of JSON and its rows. */
const MEMORY_MB = 512

export interface Reader {
  worker: Worker
  /** Returns the reader to the pool; a busy one is ended. */
  release(isFree: boolean): void
}

const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
const owners: string[] = []

/** Milliseconds to wait for one of them. */
const PATIENCE = 20_000
const waiting = new Set<() => void>()

const isFull = (owner: string) => owners.length >= MOST || owners.filter((one) => one === owner).length >= MOST_OF_ONE

/** Refuses (503) when all readers stay busy for the whole waiting time. */
export async function takeReader(owner: string): Promise<Reader> {
  const until = performance.now() + PATIENCE
  while (isFull(owner)) {
    const left = until - performance.now()
    if (left <= 0) refuse('unavailable', 'Several files are being read. Try again shortly.', { retryAfter: 5 })
    await new Promise<void>((go) => {
      const timer = setTimeout(go, left)
      waiting.add(() => {
        clearTimeout(timer)
        go()
      })
    })
  }
  const kept = idle.pop()
  if (kept) clearTimeout(kept.timer)
  const worker = kept?.worker ?? start()
  worker.removeAllListeners()
  worker.ref()
  owners.push(owner)
  let isReleased = false
  return {
    worker,
    release(isFree) {
      if (isReleased) return
      isReleased = true
      owners.splice(owners.indexOf(owner), 1)
      for (const go of waiting) go()
      waiting.clear()
      worker.removeAllListeners()
      // Messages of a thread that was ended are ignored.
      worker.on('error', () => {})
      if (!isFree || idle.length >= MOST_IDLE) return void worker.terminate()
      worker.unref()
      const own = { worker, timer: setTimeout(() => forget(worker), IDLE_MS).unref() }
      worker.on('exit', () => forget(worker))
      idle.push(own)
    },
  }
}

function forget(worker: Worker): void {
  const at = idle.findIndex((one) => one.worker === worker)
  if (at === -1) return
  clearTimeout(idle.splice(at, 1)[0]?.timer)
  void worker.terminate()
}

function start(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
  return openThread(new URL('./reader.thread.ts', import.meta.url), new URL('./reader.mjs', import.meta.url), {
    resourceLimits,
  })
}
