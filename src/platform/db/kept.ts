// What readers remember from one transaction to the next, for as long as the database is open: never more than so much of it.

export interface Kept {
  get(key: string): unknown
  /** What was not asked for longest makes room. */
  set(key: string, value: unknown): void
}

export function createKept(most: number): Kept {
  const kept = new Map<string, unknown>()
  const put = (key: string, value: unknown) => {
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
  }
}
