// What readers remember from one transaction to the next, for as long as the database is open: never more than so much of it.

export interface BoundedCache<Value = unknown> {
  get(key: string): Value | undefined
  /** What was not asked for longest makes room. */
  set(key: string, value: Value, bytes?: number): void
  delete(key: string): void
}

/** `most` limits the entries, `mostBytes` the sum of the sizes that `set` is told; an entry without a size counts as 0 bytes. */
export function createBoundedCache<Value = unknown>(
  most: number,
  mostBytes = Number.POSITIVE_INFINITY,
): BoundedCache<Value> {
  const kept = new Map<string, { value: Value; bytes: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set(key, value, bytes = 0) {
      drop(key)
      kept.set(key, { value, bytes })
      total += bytes
      for (const oldest of kept.keys()) {
        if (kept.size <= most && total <= mostBytes) return
        drop(oldest)
      }
    },
    delete: drop,
  }
}
