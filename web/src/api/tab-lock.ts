// One tab at a time: Web Locks where the browser has them, else a lease in localStorage (plain-http installs hide Web Locks).
const lease = 15_000

interface Held {
  owner: string
  until: number
}

function read(key: string): Held | null {
  try {
    const held = JSON.parse(localStorage.getItem(key) ?? 'null') as Held | null
    return held && held.until > Date.now() ? held : null
  } catch {
    return null
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Runs `work` while no other tab of this origin runs work under the same name. */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return await navigator.locks.request(name, work)
  const key = `millrace.lock.${name}`
  const owner = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
  for (;;) {
    if (!read(key)) {
      localStorage.setItem(key, JSON.stringify({ owner, until: Date.now() + lease }))
      // Tabs that raced have all written by now; the last writer is the one that stays.
      await pause(40 + Math.random() * 40)
      if (read(key)?.owner === owner) break
    }
    await pause(80)
  }
  try {
    return await work()
  } finally {
    if (read(key)?.owner === owner) localStorage.removeItem(key)
  }
}
