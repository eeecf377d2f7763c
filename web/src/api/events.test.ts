import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from './events.ts'

let matches: typeof import('./events.ts').matches
let backoff: typeof import('./event-stream.ts').backoff

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
  matches = (await import('./events.ts')).matches
  backoff = (await import('./event-stream.ts')).backoff
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

test('attempts to reconnect get rarer, never rarer than every 20 seconds, and do not come all at once', () => {
  expect(backoff(1, 1)).toBe(500)
  expect(backoff(3, 1)).toBe(2000)
  expect(backoff(30, 1)).toBe(20_000)
  expect(backoff(3, 0)).toBe(1000)
})
