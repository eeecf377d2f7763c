// Listens for the abort of a signal: one listener for all waiting callers, because Node scans all listeners for every new one.

const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls once when the signal aborts, unless the answer is called first. One that has aborted rings no more. */
export function onAbort(signal: AbortSignal, ring: () => void): () => void {
  const rings = waiting.get(signal) ?? listenTo(signal)
  rings.add(ring)
  return () => void rings.delete(ring)
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const rings = new Set<() => void>()
  waiting.set(signal, rings)
  signal.addEventListener(
    'abort',
    () => {
      const all = [...rings]
      rings.clear()
      for (const ring of all) ring()
    },
    { once: true },
  )
  return rings
}
