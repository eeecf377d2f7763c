// A semaphore with queues: callers of several queues are admitted in turn, those of one queue in the order they came. Callers that
// stop waiting leave no trace.

import { onAbort } from './alarms.ts'

export interface Semaphore {
  /** Waits for a slot; call the answer to release it. Rejects with the signal's reason when it aborts first. */
  acquire(signal: AbortSignal, queue?: string): Promise<() => void>
  /** Changes how many slots there are; those in use stay so. */
  resize(slots: number): void
  inUse(): number
  waiting(): number
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots
  let size = slots
  const queues = new Map<string, Set<() => void>>()
  let waiting = 0

  function next() {
    for (const [name, queue] of queues) {
      if (free <= 0) return
      // It goes to the end of the queues, until its next turn.
      queues.delete(name)
      const [admit] = queue
      if (!admit) continue
      queues.set(name, queue)
      queue.delete(admit)
      waiting--
      free--
      admit()
    }
  }
  function releaseOnce() {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      free++
      next()
    }
  }

  return {
    acquire(signal, name = '') {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (free > 0) {
        free--
        return Promise.resolve(releaseOnce())
      }
      const queue = queues.get(name) ?? new Set()
      queues.set(name, queue)
      return new Promise((resolve, reject) => {
        const admit = () => {
          forget()
          resolve(releaseOnce())
        }
        const forget = onAbort(signal, () => {
          if (queue.delete(admit)) waiting--
          reject(signal.reason)
        })
        queue.add(admit)
        waiting++
      })
    },
    resize(wanted) {
      free += wanted - size
      size = wanted
      next()
    },
    inUse: () => size - free,
    waiting: () => waiting,
  }
}
