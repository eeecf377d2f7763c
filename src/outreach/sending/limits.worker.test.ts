// Daily limits, the ramp of a new mailbox and the calendar that promises them; and clocks of the process that jump.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { ALWAYS, openSink, openStage, person, type Sink, STEP, type Stage } from '../outreach.fixture.ts'

let stage: Stage
let sink: Sink
const { database } = await openTenant()
beforeEach(async () => {
  stage = await openStage(database)
  sink = await openSink()
  await stage.sendThrough(sink.port)
})
afterEach(async () => {
  vi.useRealTimers()
  await sink.close()
  await stage.close()
})

async function setMailbox(settings: object): Promise<void> {
  const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
  const changed = await stage.admin.patch(`/api/outreach/mailboxes/${mailbox.id}`, settings)
  expect(changed.status, changed.text).toBe(200)
}
const health = async () => (await stage.admin.get('/api/outreach/mailboxes')).body.items[0].health
const addLeads = (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => stage.addLead(person(from + n))))

/** As if everything so far had happened a day earlier. */
const passDay = () =>
  stage.in(async (tx) => {
    for (const change of [
      `update send_slots set at = at - interval '1 day' where workspace_id = $1`,
      `update outbound_messages set due_at = due_at - interval '1 day' where workspace_id = $1 and state = 'planned'`,
      `update mailboxes set ramp_from = ramp_from - interval '1 day', next_send_at = null where workspace_id = $1`,
    ])
      await tx.client.query(change, [stage.workspace])
  })

/** How many messages leave on each of the next days. */
async function sentPerDay(days: number): Promise<number[]> {
  const sent: number[] = []
  for (let day = 0; day < days; day++) {
    const before = sink.messages.length
    await stage.deliver()
    sent.push(sink.messages.length - before)
    await passDay()
  }
  return sent
}

describe('a day', () => {
  test('of a mailbox has as many messages as it may, and the next look is at its midnight', async () => {
    await setMailbox({ max_per_day: 3, time_zone: 'UTC' })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, await addLeads(8))
    const again = await stage.deliver()
    expect(sink.messages).toHaveLength(3)
    expect(again?.toISOString()).toMatch(/T00:00:00\.000Z$/)
    expect(await health()).toMatchObject({ sent_today: 3, limit_today: 3 })
    await passDay()
    expect(await sentPerDay(3)).toEqual([3, 2, 0])
    expect(new Set(sink.messages.map(({ to }) => to[0])).size).toBe(8)
  })

  test('of a new mailbox begins small and grows to its limit', async () => {
    await setMailbox({ max_per_day: 7, ramp: { start: 2, step: 3 } })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, await addLeads(25))
    expect(await sentPerDay(5)).toEqual([2, 5, 7, 7, 4])
  })

  test('of a sequence has its own limit, and another one for first messages', async () => {
    const steps = [STEP, { ...STEP, delay_hours: 12, same_thread: true }]
    const sequence = await stage.startSequence({ steps, settings: { max_per_day: 4, max_new_per_day: 3 } })
    await stage.enroll(sequence, await addLeads(6))
    // Follow-ups of the day before and new leads share the four.
    const sent = await sentPerDay(5)
    expect(sent.every((count) => count <= 4)).toBe(true)
    expect(sent[0]).toBe(3)
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12)
    const first = sink.messages.filter(({ raw }) => !/^In-Reply-To:/im.test(raw))
    expect(first).toHaveLength(6)
  })

  test('is never passed by workers that send at the same time', async () => {
    await setMailbox({ max_per_day: 5 })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, await addLeads(20))
    await Promise.all([stage.deliver(), stage.deliver(), stage.deliver(), stage.deliver()])
    expect(sink.messages).toHaveLength(5)
  })
})

describe('the calendar', () => {
  test('says before the start what will leave on which day, and that is what leaves', async () => {
    await setMailbox({ max_per_day: 6, ramp: { start: 2, step: 2 } })
    const steps = [STEP, { ...STEP, delay_hours: 36, same_thread: true }]
    const made = await stage.admin.post('/api/outreach/sequences', { name: 'Planned', steps, settings: ALWAYS })
    const path = `/api/outreach/sequences/${made.body.id}`
    const plan = (await stage.admin.get(`${path}/calendar?add=9&days=30`)).body
    expect(plan.items.slice(0, 2).map(({ messages }: { messages: number }) => messages)).toEqual([2, 4])
    const total = plan.items.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)
    expect([total, plan.unsent]).toEqual([18, 0])
    expect(
      plan.items.every(
        ({ messages, by_step }: { messages: number; by_step: number[] }) =>
          by_step[0] !== undefined && messages === by_step.reduce((sum, one) => sum + one, 0),
      ),
    ).toBe(true)
    await stage.admin.post(`${path}/start`)
    await stage.enroll(made.body.id, await addLeads(9))
    const after = (await stage.admin.get(`${path}/calendar?days=30`)).body
    expect(after.items.map(({ messages }: { messages: number }) => messages)).toEqual(
      plan.items.map(({ messages }: { messages: number }) => messages),
    )
    const sent = await sentPerDay(plan.items.length + 6)
    // The plan is the most that can be sent by any day.
    let [planned, gone] = [0, 0]
    for (const [day, count] of sent.entries()) {
      planned += plan.items[day]?.messages ?? 0
      gone += count
      expect(gone, `day ${day}`).toBeLessThanOrEqual(planned)
    }
    expect(gone).toBe(18)
  })

  test('says what can never be sent: a window without days left, a mailbox that may send nothing', async () => {
    const ended = { ...ALWAYS, end_date: '2020-01-01' }
    const made = await stage.admin.post('/api/outreach/sequences', { name: 'Over', steps: [STEP], settings: ended })
    const never = (await stage.admin.get(`/api/outreach/sequences/${made.body.id}/calendar?add=5`)).body
    expect(never).toMatchObject({ items: [], unsent: 5 })
    await setMailbox({ max_per_day: 0 })
    const other = await stage.admin.post('/api/outreach/sequences', { name: 'None', steps: [STEP], settings: ALWAYS })
    const none = (await stage.admin.get(`/api/outreach/sequences/${other.body.id}/calendar?add=5`)).body
    expect(none).toMatchObject({ items: [], unsent: 5 })
  })
})

describe('a window that is changed', () => {
  const change = async (sequence: string, settings: object) => {
    const changed = await stage.admin.patch(`/api/outreach/sequences/${sequence}`, { settings })
    expect(changed.status, changed.text).toBe(200)
  }

  test('moves what is planned: opened, it is sent at once, and closed, it waits for the next opening', async () => {
    const sequence = await stage.startSequence({ settings: { ...ALWAYS, start_date: '2099-01-01' } })
    await stage.enroll(sequence, await addLeads(2))
    await stage.deliver()
    expect(sink.messages).toHaveLength(0)
    await change(sequence, { start_date: null })
    await stage.deliver()
    expect(sink.messages).toHaveLength(2)
    await stage.enroll(sequence, await addLeads(1, 2))
    await change(sequence, { start_date: '2099-01-01' })
    await stage.deliver()
    expect(sink.messages).toHaveLength(2)
    const { items } = (await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)).body
    expect(items.map(({ next_at }: { next_at: string | null }) => next_at?.slice(0, 10)).sort()[0]).toBe('2099-01-01')
  })

  test('keeps the delay of a step: the second one is not due with the first', async () => {
    const steps = [STEP, { ...STEP, delay_hours: 48 }]
    const sequence = await stage.startSequence({ steps })
    await stage.enroll(sequence, await addLeads(1))
    await stage.deliver()
    await change(sequence, { start_date: '2099-01-01' })
    await change(sequence, { start_date: null })
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    await passDay()
    await passDay()
    await stage.deliver()
    expect(sink.messages).toHaveLength(2)
  })
})

describe('a clock of the process that jumps', () => {
  test.each([
    ['two hours ahead', 2 * 3_600_000],
    ['a year ahead', 365 * 86_400_000],
    ['two hours back', -2 * 3_600_000],
    ['years back', -9 * 365 * 86_400_000],
  ])('%s neither sends more than the limit nor sends twice, and sending goes on', async (_, by) => {
    await setMailbox({ max_per_hour: 3 })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, await addLeads(5))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
    await stage.deliver()
    expect(sink.messages).toHaveLength(3)
    await stage.deliver()
    expect(sink.messages).toHaveLength(3)
    vi.useRealTimers()
    await passDay()
    await stage.deliver()
    expect(sink.messages).toHaveLength(5)
    expect(new Set(sink.messages.map(({ to }) => to[0])).size).toBe(5)
  })
})
