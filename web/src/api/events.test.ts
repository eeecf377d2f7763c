import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from './events.ts'

let matches: typeof import('./events.ts').matches
let backoff: typeof import('./event-stream.ts').backoff
let followEvents: typeof import('./event-stream.ts').followEvents

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
  matches = (await import('./events.ts')).matches
  ;({ backoff, followEvents } = await import('./event-stream.ts'))
})

describe('who hears an event', () => {
  const event: LiveEvent = { type: 'run.progress', ts: '', workspace_id: 'w', workbook_id: 'b', run_id: 'r' }

  test('is told by exact type, by family, by workbook and by run', () => {
    expect(matches({}, event)).toBe(true)
    expect(matches({ types: ['run.*'] }, event)).toBe(true)
    expect(matches({ types: ['run.progress'], workbook_id: 'b', run_id: 'r' }, event)).toBe(true)
    expect(matches({ types: ['runs.*', 'run'] }, event)).toBe(false)
    expect(matches({ workbook_id: 'other' }, event)).toBe(false)
    expect(matches({ run_id: 'other' }, event)).toBe(false)
  })
})

test('a reader whose events are gone is told to load anew, and goes on from where the server says', async () => {
  const encode = new TextEncoder()
  const asked: (string | null)[] = []
  const stop = new AbortController()
  const streams = [
    'id: 7\nevent: ready\ndata: {}\n\n',
    'id: 7\nevent: ready\ndata: {}\n\nid: 90\nevent: reset\ndata: {}\n\nid: 91\nevent: rows.updated\ndata: {}\n\n',
    'id: 91\nevent: ready\ndata: {}\n\n',
  ]
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['last-event-id'] ?? null)
    const text = streams[asked.length - 1] ?? ''
    if (asked.length === streams.length) stop.abort()
    return new Response(new Blob([encode.encode(text)]).stream())
  })
  vi.useFakeTimers()
  try {
    const { session } = await import('./session.ts')
    vi.spyOn(session, 'token').mockResolvedValue('a token')
    const heard: string[] = []
    const following = followEvents('w', stop.signal, {
      onState: () => undefined,
      onFrame: ({ event }) => heard.push(event),
      onGap: () => heard.push('gap'),
    })
    while (!stop.signal.aborted) await vi.advanceTimersByTimeAsync(1_000)
    await following
    expect(asked).toEqual([null, '7', '91'])
    expect(heard.slice(0, 5)).toEqual(['ready', 'ready', 'gap', 'reset', 'rows.updated'])
    expect(heard.filter((one) => one === 'gap')).toHaveLength(1)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('attempts to reconnect get rarer, never rarer than every 20 seconds, and do not come all at once', () => {
  expect(backoff(1, 1)).toBe(500)
  expect(backoff(3, 1)).toBe(2000)
  expect(backoff(30, 1)).toBe(20_000)
  expect(backoff(3, 0)).toBe(1000)
})
