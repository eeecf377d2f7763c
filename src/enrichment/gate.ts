// A gate that lets a number of things through at once: of several lines by turns, in each in the order they came. It forgets
// those who gave up waiting.

import { onAbort } from '../kernel/alarms.ts'

export interface Gate {
  /** Waits for a place; call the answer to give it back. Rejects with the signal's reason when it aborts first. */
  enter(signal: AbortSignal, line?: string): Promise<() => void>
  /** Changes how many may be inside; those inside stay. */
  resize(places: number): void
  inside(): number
  waiting(): number
}

export function createGate(places: number): Gate {
  let free = places
  let size = places
  const lines = new Map<string, Set<() => void>>()
  let waiting = 0

  function next() {
    for (const [name, line] of lines) {
      if (free <= 0) return
      // Behind the others, until its turn comes again.
      lines.delete(name)
      const [admit] = line
      if (!admit) continue
      lines.set(name, line)
      line.delete(admit)
      waiting--
      free--
      admit()
    }
  }
  function leaveOnce() {
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      free++
      next()
    }
  }

  return {
    enter(signal, name = '') {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (free > 0) {
        free--
        return Promise.resolve(leaveOnce())
      }
      const line = lines.get(name) ?? new Set()
      lines.set(name, line)
      return new Promise((resolve, reject) => {
        const admit = () => {
          forget()
          resolve(leaveOnce())
        }
        const forget = onAbort(signal, () => {
          if (line.delete(admit)) waiting--
          reject(signal.reason)
        })
        line.add(admit)
        waiting++
      })
    },
    resize(wanted) {
      free += wanted - size
      size = wanted
      next()
    },
    inside: () => size - free,
    waiting: () => waiting,
  }
}
