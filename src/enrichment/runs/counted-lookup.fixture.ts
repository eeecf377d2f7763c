// A lookup for tests of runs that does what it is told and counts what it was asked.
import { found, type Inputs, type Lookup, type LookupAnswer } from '../../providers/kit/kit.ts'

export type Behave = (inputs: Inputs, signal: AbortSignal) => LookupAnswer | Promise<LookupAnswer>

/** What a lookup from `key` to `description` declares, at half a dollar a hit. */
export const declared = (id: string) =>
  ({
    id,
    provider: id,
    label: id,
    description: id,
    docs_url: 'https://example.com/',
    inputs: [{ name: 'key', label: 'Key', type: 'text', required: true, help: '', aliases: [] }],
    outputs: [{ field: 'description' }],
    price: { usd: 0.5, rule: 'on_hit' },
    license: 'proprietary-api',
    method: 'api',
    keyless: true,
    repeat_free: true,
    cache_days: 30,
    limits: {},
    timeout_ms: 10_000,
    sample: { inputs: { key: 'a' }, values: { description: 'a' } },
  }) as const

export function lookup(id: string, behave: Behave, more: Partial<Lookup> = {}): Lookup & { asked: string[] } {
  const asked: string[] = []
  return {
    ...declared(id),
    asked,
    visit: async (inputs, { signal }) => {
      asked.push(inputs.key ?? '')
      return behave(inputs, signal)
    },
    ...more,
  } as Lookup & { asked: string[] }
}

export const says =
  (confidence = 0.9): Behave =>
  (inputs) =>
    found({ description: `about ${inputs.key}` }, confidence)

/** Answers the first calls at once; later ones are held until they are let go or broken off, on however fast a machine. */
export function held(free = 5) {
  const waiting = new Set<() => void>()
  let isOpen = false
  const letGo = () => {
    for (const go of [...waiting]) go()
  }
  const one = lookup(
    'slow',
    (inputs, signal) =>
      new Promise((resolve, reject) => {
        const go = () => {
          waiting.delete(go)
          resolve(found({ description: inputs.key ?? '' }, 1))
        }
        if (isOpen || one.asked.length <= free) return go()
        waiting.add(go)
        signal.addEventListener('abort', () => {
          waiting.delete(go)
          reject(signal.reason)
        })
      }),
  )
  return Object.assign(one, {
    /** Releases the calls that wait now; later calls wait again. */
    letGo,
    open() {
      isOpen = true
      letGo()
    },
  })
}
