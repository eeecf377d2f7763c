import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from './events.ts'

let matches: typeof import('./events.ts').matches
let backoff: typeof import('./event-stream.ts').backoff
let followEvents: typeof import('./event-stream.ts').followEvents

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('location', new URL('http://localhost/'))
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

interface Followed {
  /** The event after which each request continues. */
  asked: (string | null)[]
  heard: string[]
}

/** Follows the answers of a server, from the event `since` on, until the last one; `during` is called with each request. */
async function follow(answers: string[], since = '5', during?: (signal: AbortSignal) => void): Promise<Followed> {
  const asked: (string | null)[] = []
  const heard: string[] = []
  const stop = new AbortController()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async ({ url, signal }: Request) => {
    asked.push(new URL(url).searchParams.get('last_event_id'))
    during?.(signal)
    const text = answers[asked.length - 1] ?? ''
    if (asked.length === answers.length) stop.abort()
    return new Response(new Blob([new TextEncoder().encode(text)]).stream())
  })
  vi.useFakeTimers()
  try {
    const { session } = await import('./session.ts')
    vi.spyOn(session, 'token').mockResolvedValue('a token')
    const following = followEvents('w', since, stop.signal, {
      onState: () => undefined,
      onFrame: ({ event }) => heard.push(event),
      onGap: () => heard.push('gap'),
    })
    while (!stop.signal.aborted) await vi.advanceTimersByTimeAsync(1_000)
    await following
    return { asked, heard }
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
}

test('a reader whose events are gone is told to load again, and goes on from where the server says', async () => {
  const { asked, heard } = await follow([
    'id: 7\nevent: ready\ndata: {}\n\n',
    'id: 7\nevent: ready\ndata: {}\n\nid: 90\nevent: reset\ndata: {}\n\nid: 91\nevent: rows.updated\ndata: {}\n\n',
    'id: 91\nevent: ready\ndata: {}\n\n',
  ])
  expect(asked).toEqual(['5', '7', '91'])
  expect(heard.slice(0, 5)).toEqual(['ready', 'ready', 'gap', 'reset', 'rows.updated'])
  expect(heard.filter((one) => one === 'gap')).toHaveLength(1)
})

test('a page that does not know since when it reads loads again what it showed before its first connection', async () => {
  const { asked, heard } = await follow(['id: 7\nevent: ready\ndata: {}\n\n', ''], '')
  expect(asked).toEqual([null, '7'])
  expect(heard).toEqual(['gap', 'ready'])
})

test('a page hears what happened between the last answer before it read a workspace and its connection', async () => {
  const { actIn, api, startOfEvents } = await import('./client.ts')
  const { session } = await import('./session.ts')
  vi.spyOn(session, 'token').mockResolvedValue('a token')
  let position = 40
  vi.stubGlobal('fetch', async () =>
    Response.json({ items: [] }, { headers: { 'event-position': String(position++) } }),
  )
  await api.GET('/api/workspaces')
  actIn('w')
  await api.GET('/api/workbooks')
  actIn('w')
  expect(startOfEvents()).toBe('40')
  actIn(null)
})

test('a page that opens reads again what was read before something happened, and nothing else', async () => {
  const { closeEvents, openEvents, subscribe } = await import('./events.ts')
  const { queries } = await import('./queries.ts')
  const { session } = await import('./session.ts')
  const { QueryObserver } = await import('@tanstack/react-query')
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(session, 'token').mockResolvedValue('a token')
  let say: (text: string) => void = () => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(control) {
      say = (text) => control.enqueue(new TextEncoder().encode(text))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(stream))
  const happens = (id: number, type: string) =>
    new Promise<void>((done) => {
      const stop = subscribe({ types: [type] }, () => {
        stop()
        done()
      })
      say(`id: ${id}\nevent: ${type}\ndata: {}\n\n`)
    })
  let reads = 0
  const answers: (() => void)[] = []
  /** A page that shows the list; the way to leave it. */
  const open = () => {
    const queryFn = async () => {
      reads += 1
      await new Promise<void>((answer) => answers.push(answer))
      return reads
    }
    return new QueryObserver(queries, { queryKey: ['w', 'a list'], queryFn, retry: false }).subscribe(() => undefined)
  }
  const answered = async () => {
    answers.shift()?.()
    await expect.poll(() => queries.isFetching()).toBe(0)
  }
  openEvents('w')
  await happens(8, 'ready')
  const left = [open()]
  await answered()
  left.push(open())
  expect(reads).toBe(1)
  // No page that listens was open yet, as while its code was still on the way.
  await happens(9, 'workbook.created')
  left.push(open())
  expect(reads).toBe(2)
  // The answer that is on the way may be older than this.
  await happens(10, 'workbook.created')
  await answered()
  left.push(open())
  expect(reads).toBe(3)
  await answered()
  left.push(open())
  expect(reads).toBe(3)
  for (const leave of left) leave()
  closeEvents()
})

test('a page that is left lets go of its connection', async () => {
  const cut: boolean[] = []
  await follow(['id: 7\nevent: ready\ndata: {}\n\n', ''], '5', (signal) => {
    window.dispatchEvent(new Event('pagehide'))
    cut.push(signal.aborted)
  })
  expect(cut[0]).toBe(true)
})

test('attempts to reconnect get rarer, never rarer than every 20 seconds, and do not come all at once', () => {
  expect(backoff(1, 1)).toBe(500)
  expect(backoff(3, 1)).toBe(2000)
  expect(backoff(30, 1)).toBe(20_000)
  expect(backoff(3, 0)).toBe(1000)
})
