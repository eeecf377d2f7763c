// A process that answers requests tells the others, once a second and only then.
import { expect, test, vi } from 'vitest'
import { beginRequest, isAsked } from '../foreground.ts'
import { createLog } from '../log.ts'
import { startAsked } from './asked.ts'

test('others hear of requests while they come, and a process does not hear itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const told: string[] = []
  const pool = { query: async (_text: string, [, notice]: [string, string]) => told.push(notice) }
  const asked = startAsked({ pool } as never, createLog('silent'))
  const other = startAsked({ pool } as never, createLog('silent'))
  other.close()
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  try {
    await pass(5_000)
    expect(told).toEqual([])
    const end = beginRequest()
    await pass(100)
    end()
    await pass(1_000)
    expect(told).toHaveLength(1)
    await pass(4_000)
    expect(told).toHaveLength(1)
    for (const notice of told) asked.hear(notice)
    expect(isAsked()).toBe(false)
    for (const notice of told) other.hear(notice)
    expect(isAsked()).toBe(true)
    await pass(4_000)
    expect(isAsked()).toBe(false)
  } finally {
    asked.close()
    vi.useRealTimers()
  }
})
