// Collects calls that arrive during a transaction and runs them in the next one, so that concurrent connections share a commit.
import { setImmediate } from 'node:timers/promises'
import type { WorkspaceTx } from '../../platform/db/database.ts'

type InWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>

interface Waiting<C, R> {
  call: C
  done: (result: R) => void
  fail: (error: unknown) => void
}

/** How long a call that can wait is held back for a call that cannot, in ms. */
const PATIENCE_MS = 25

/**
 * `work` does many calls in one transaction and returns what answers each once that has committed. When it fails, each is tried alone,
 * so one that cannot be done takes no other with it. `canWait` says which calls need not begin a transaction of their own.
 */
export function shareTransactions<C, R>(
  inWorkspace: InWorkspace,
  work: (tx: WorkspaceTx, calls: readonly C[]) => Promise<(call: C) => R>,
  canWait: (call: C) => boolean,
): (call: C) => Promise<R> {
  let waiting: Waiting<C, R>[] = []
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function together(batch: readonly Waiting<C, R>[]): Promise<void> {
    const answer = await inWorkspace((tx) =>
      work(
        tx,
        batch.map(({ call }) => call),
      ),
    )
    for (const { call, done } of batch) done(answer(call))
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    isRunning = true
    // Calls that other connections make at this moment join the batch.
    await setImmediate()
    do {
      const batch = waiting
      waiting = []
      try {
        await together(batch)
      } catch (error) {
        if (batch.length === 1) batch[0]?.fail(error)
        else for (const one of batch) await together([one]).catch(one.fail)
      }
    } while (waiting.some(({ call }) => !canWait(call)))
    isRunning = false
    if (waiting.length > 0) timer = setTimeout(() => void run(), PATIENCE_MS)
  }

  return (call) =>
    new Promise((done, fail) => {
      waiting.push({ call, done, fail })
      if (isRunning) return
      if (!canWait(call)) void run()
      else timer ??= setTimeout(() => void run(), PATIENCE_MS)
    })
}
