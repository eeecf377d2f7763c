// A gate that lets a number of things through at once, in the order they came, and forgets those who gave up waiting.

export interface Gate {
  /** Waits for a place; call the answer to give it back. Rejects with the signal's reason when it aborts first. */
  enter(signal: AbortSignal): Promise<() => void>
  /** Changes how many may be inside; those inside stay. */
  resize(places: number): void
  inside(): number
  waiting(): number
}

export function createGate(places: number): Gate {
  let free = places
  let size = places
  const waiting = new Set<() => void>()

  function next() {
    while (free > 0 && waiting.size > 0) {
      const admit = waiting.values().next().value as () => void
      waiting.delete(admit)
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
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (free > 0) {
        free--
        return Promise.resolve(leaveOnce())
      }
      return new Promise((resolve, reject) => {
        const admit = () => {
          signal.removeEventListener('abort', giveUp)
          resolve(leaveOnce())
        }
        const giveUp = () => {
          waiting.delete(admit)
          reject(signal.reason)
        }
        waiting.add(admit)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    resize(wanted) {
      free += wanted - size
      size = wanted
      next()
    },
    inside: () => size - free,
    waiting: () => waiting.size,
  }
}
