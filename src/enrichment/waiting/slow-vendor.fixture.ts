// A vendor that takes its time, for tests of waiting: it promises, is asked after or calls back, and counts what it was asked.
import { calledBack, found, type HttpLookup, notFound, pollLater } from '../../providers/kit/kit.ts'
import type { HttpReply, HttpRequest } from '../../providers/kit/outside.ts'
import { declared } from '../runs/counted-lookup.fixture.ts'

export interface SlowVendor {
  lookup: HttpLookup
  http: (request: HttpRequest) => Promise<HttpReply>
  /** The keys that were asked, in order. */
  asked: string[]
  polls: number
  /** Where the answer to a key is to be brought. */
  address: Map<string, string>
  /** What is known by now: undefined while the vendor works on it. */
  answers: Map<string, string | null>
}

export function slowVendor(
  id: string,
  more: Partial<HttpLookup> & { patience_ms?: number; calls?: boolean } = {},
): SlowVendor {
  const { patience_ms = 60_000, calls = false, ...differing } = more
  const vendor = { asked: [], polls: 0, address: new Map(), answers: new Map() } as unknown as SlowVendor
  const told = (value: unknown) =>
    typeof value === 'string' ? found({ description: value }, 0.9, { by_field: { description: 0.75 } }) : notFound()
  vendor.lookup = {
    ...declared(id),
    repeat_free: false,
    ask: ({ key }, _, { callback_url }) => ({
      method: 'POST',
      url: `https://${id}.example/start`,
      json: { key: key ?? '', callback_url: callback_url ?? null },
    }),
    read: ({ json }) => (calls ? calledBack(handleOf(json), patience_ms) : pollLater(handleOf(json), 20)),
    poll: {
      ask: ({ job }) => ({ method: 'GET', url: `https://${id}.example/jobs`, query: { job: String(job) } }),
      read: ({ json }, handle) => {
        const { done, value } = json as { done: boolean; value: unknown }
        return done ? told(value) : pollLater(handle, 20)
      },
      max_wait_ms: patience_ms,
    },
    callback: { read: ({ json }) => told((json as { value: unknown }).value) },
    ...differing,
  }
  vendor.http = async ({ url, body }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/start') {
      const { key, callback_url } = JSON.parse(body ?? '{}')
      vendor.asked.push(key)
      if (callback_url) vendor.address.set(key, callback_url)
      return reply({ job: key })
    }
    vendor.polls++
    const value = vendor.answers.get(searchParams.get('job') ?? '')
    return reply(value === undefined ? { done: false } : { done: true, value })
  }
  return vendor
}

const handleOf = (json: unknown) => ({ job: (json as { job: string }).job })
const reply = (json: object): HttpReply => ({ ok: true, status: 200, headers: {}, body: JSON.stringify(json) })
