// What readers remember from one transaction to the next, for as long as the database is open: never more than so much of it.

export interface BoundedCache<Value = unknown> {
  get(key: string): Value | undefined
  /** What was not asked for longest makes room. */
  set(key: string, value: Value): void
  delete(key: string): void
}

export function createBoundedCache<Value = unknown>(most: number): BoundedCache<Value> {
  const kept = new Map<string, Value>()
  const put = (key: string, value: Value) => {
    kept.delete(key)
    kept.set(key, value)
  }
  return {
    get(key) {
      const value = kept.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set(key, value) {
      put(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return
        kept.delete(oldest)
      }
    },
    delete: (key) => void kept.delete(key),
  }
}
