// What a verifier says of an address after the lead was enrolled holds when the message leaves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'

const { database } = await openTenant()
let stage: Stage
let sink: Sink
beforeAll(async () => {
  stage = await openStage(database)
  sink = await openSink()
  await stage.sendThrough(sink.port)
})
afterAll(async () => {
  await stage?.close()
  await sink?.close()
})

let number = 0

interface Sent {
  sent: boolean
  reason: string | null
}

/** One lead, enrolled, changed, then due. */
async function mail(
  unverified: string,
  change: { verdict?: string; origin?: object; rule?: string },
  more: object = {},
): Promise<Sent> {
  const data = person(++number)
  const id = await stage.addLead(data)
  const sequence = await stage.startSequence({ settings: { unverified } })
  const { body } = await stage.enroll(sequence, [id], { ...more })
  expect(body.enrolled, JSON.stringify(body)).toBe(1)
  if (change.verdict !== undefined)
    await database.asOwner(
      `update leads set data = data || jsonb_build_object('email_status', $3::text) where workspace_id = $1 and id = $2`,
      [stage.workspace, id, change.verdict],
    )
  if (change.origin)
    await database.asOwner('insert into lead_provenance values ($1, $2, $3)', [
      stage.workspace,
      id,
      { email: change.origin },
    ])
  if (change.rule)
    await stage.admin.patch(`/api/outreach/sequences/${sequence}`, { settings: { unverified: change.rule } })
  await stage.deliver()
  const { items } = (await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)).body
  const sent = sink.messages.some(({ to }) => to.includes(data.email))
  return { sent, reason: items[0].status_reason }
}

const LEFT = { sent: false, reason: 'unverified' }
const MAILED = { sent: true, reason: null }

test('an address that became a guess is mailed only where the sequence mails guesses', async () => {
  const origin = { method: 'api', provider: 'email-pattern', confidence: 0.3 }
  expect(await mail('leave_out_guesses', { origin })).toEqual(LEFT)
  expect(await mail('include', { origin })).toEqual(MAILED)
  expect(await mail('leave_out_guesses', { origin: { ...origin, confidence: 0.7 } })).toEqual(MAILED)
  expect(await mail('leave_out_guesses', { origin: { method: 'api', unverified: true } })).toEqual(LEFT)
})

test('a sequence that leaves unverified addresses out now does so for leads that are in it', async () => {
  expect(await mail('include', { rule: 'leave_out' })).toEqual(LEFT)
  expect(await mail('include', { rule: 'leave_out', verdict: 'catch_all' })).toEqual(LEFT)
  expect(await mail('include', { rule: 'leave_out', verdict: 'valid' })).toEqual(MAILED)
})

test('a lead that was enrolled with an unverified address on request is mailed', async () => {
  expect(await mail('leave_out', {}, { include_unverified: true })).toEqual(MAILED)
})

test('an address that was found to be invalid is never mailed', async () => {
  const never = { sent: false, reason: 'invalid_email' }
  expect(await mail('include', { verdict: 'invalid' })).toEqual(never)
  expect(await mail('leave_out', { verdict: 'invalid' }, { include_unverified: true })).toEqual(never)
})
