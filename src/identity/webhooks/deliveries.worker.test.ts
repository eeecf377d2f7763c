// Deliveries against receivers on loopback, under a clock that the test moves.
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log.ts'
import { putSecret } from '../secrets/secrets.commands.ts'
import { postBy, sendClaimed } from './attempt.commands.ts'
import { claimDue, startDeliveryWorker } from './delivery.worker.ts'
import { deliveryParts, type Receiver, startReceiver } from './receivers.fixture.ts'
import {
  createEndpoint,
  endpointFor,
  MOST_WAITING,
  queueWebhook,
  resendDelivery,
  rotateSecret,
  updateEndpoint,
} from './webhooks.commands.ts'
import { mustReadDelivery, mustReadEndpoint } from './webhooks.reads.ts'

let parts: ReturnType<typeof deliveryParts>
let receiver: Receiver
let workspace: WorkspaceId
const { database } = await openTenant()
beforeAll(async () => {
  parts = deliveryParts(database)
})
beforeEach(async () => {
  workspace = await addWorkspace(database)
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  // What one test leaves waiting is not for the next.
  await database.asOwner('delete from webhook_deliveries')
})
afterAll(async () => {
  await parts.client.close()
})

const inside = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspace, work)
const message = (n = 1) => ({ type: 'lead.created', data: { n }, source: { kind: 'test' } })
const addEndpoint = () => inside((tx) => createEndpoint(tx, parts, { url: receiver.url, name: '' }))
const queue = (endpointId: string, n = 1) => inside((tx) => queueWebhook(tx, endpointId, message(n), parts.now()))
const read = (id: string) => inside((tx) => mustReadDelivery(tx, id))
const endpoint = (id: string) => inside((tx) => mustReadEndpoint(tx, id))

/** Sends what is due now, as a worker does. */
async function sendDue(): Promise<number> {
  const claimed = await claimDue(parts, 64)
  await Promise.all(claimed.map((one) => sendClaimed(parts, one, undefined, postBy(parts.client))))
  return claimed.length
}

const passSeconds = (seconds: number) => {
  parts.clock.at = new Date(parts.clock.at.getTime() + seconds * 1000)
}

describe('a delivery', () => {
  it('is verified by the public library, is sent once, and is in the log with its answer', async () => {
    receiver.answer = (response) => response.writeHead(200).end('thanks')
    // The library compares with the clock of the machine.
    parts.clock.at = new Date()
    const { id, secret } = await addEndpoint()
    const delivery = await queue(id)
    expect(await sendDue()).toBe(1)
    expect(await sendDue()).toBe(0)
    const [got] = receiver.received
    expect(receiver.received).toHaveLength(1)
    const verified = new Webhook(secret as string).verify(got?.body ?? '', got?.headers as Record<string, string>)
    expect(verified).toEqual({ type: 'lead.created', timestamp: parts.clock.at.toISOString(), data: { n: 1 } })
    expect(got?.headers['webhook-id']).toBe(`msg_${delivery}`)
    expect(await read(delivery)).toMatchObject({
      state: 'delivered',
      attempts: 1,
      last_status: 200,
      tries: [{ n: 1, status: 200, error: null, answer: 'thanks' }],
    })
  })

  it('exists only when its transaction commits', async () => {
    const { id } = await addEndpoint()
    await expect(
      inside(async (tx) => {
        await queueWebhook(tx, id, message(), parts.now())
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await sendDue()).toBe(0)
  })

  it('is tried again under one id, later each time, until it is taken', async () => {
    receiver.answer = (response, nth) => response.writeHead(nth < 4 ? 500 : 204).end()
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    await sendDue()
    expect(await sendDue()).toBe(0)
    for (const seconds of [6, 40, 130]) {
      passSeconds(seconds)
      await sendDue()
    }
    expect(await read(delivery)).toMatchObject({ state: 'delivered', attempts: 4 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await endpoint(id)).toMatchObject({ failures: 0, failing_since: null, enabled: true })
  })

  it('keeps back those that come after it about the same object, and no others, until it is taken or given up', async () => {
    // Slow at random, and the second message of each object is refused twice.
    const tried = new Map<string, number>()
    const taken: { object: string; n: number }[] = []
    receiver.answer = (response, nth) => {
      const { object, n } = JSON.parse(receiver.received[nth - 1]?.body ?? '').data
      const times = (tried.get(`${object} ${n}`) ?? 0) + 1
      tried.set(`${object} ${n}`, times)
      const refuses = n === 2 && times < 3
      if (!refuses) taken.push({ object, n })
      setTimeout(() => response.writeHead(refuses ? 500 : 204).end(), (nth * 7) % 40)
    }
    const { id } = await addEndpoint()
    const objects = ['row:a', 'row:b', 'row:c']
    for (const n of [1, 2, 3, 4])
      for (const object of objects) {
        const about = { ...message(n), data: { object, n }, object }
        await inside((tx) => queueWebhook(tx, id, about, parts.now()))
      }
    await inside((tx) => queueWebhook(tx, id, { ...message(), data: { object: 'none', n: 1 } }, parts.now()))
    while ((await sendDue()) > 0);
    // What one object waits for keeps no other back.
    expect(taken.filter(({ n, object }) => n === 1 && object !== 'none')).toHaveLength(3)
    for (let round = 0; round < 12; round++) {
      passSeconds(200)
      while ((await sendDue()) > 0);
    }
    for (const object of objects)
      expect(taken.filter((one) => one.object === object).map(({ n }) => n)).toEqual([1, 2, 3, 4])
    expect(taken.filter(({ object }) => object === 'none')).toHaveLength(1)
    // One that is given up is out of the way.
    receiver.answer = (response, nth) =>
      response.writeHead(receiver.received[nth - 1]?.body.includes('"n":5') ? 400 : 204).end()
    const [bad, next] = [5, 6].map((n) => ({ ...message(n), object: 'row:d' }))
    const ids = [
      await inside((tx) => queueWebhook(tx, id, bad as typeof next & object, parts.now())),
      await inside((tx) => queueWebhook(tx, id, next as typeof next & object, parts.now())),
    ]
    await sendDue()
    expect(await sendDue()).toBe(0)
    for (let hour = 0; hour < 60; hour++) {
      // The endpoint takes others meanwhile, so that it is not disabled.
      await queue(id)
      passSeconds(1_800)
      while ((await sendDue()) > 0);
    }
    expect((await Promise.all(ids.map(read))).map(({ state }) => state)).toEqual(['failed', 'delivered'])
  })

  it('waits as long as Retry-After says', async () => {
    receiver.answer = (response, nth) =>
      nth === 1 ? response.writeHead(429, { 'retry-after': '7200' }).end() : response.writeHead(204).end()
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    await sendDue()
    passSeconds(7_000)
    expect(await sendDue()).toBe(0)
    passSeconds(300)
    expect(await sendDue()).toBe(1)
    expect((await read(delivery)).state).toBe('delivered')
  })

  it('does not follow a redirect', async () => {
    const other = await startReceiver()
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end()
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    await sendDue()
    expect(other.received).toEqual([])
    expect(await read(delivery)).toMatchObject({
      state: 'pending',
      last_status: 307,
      last_error: expect.stringContaining('not followed'),
    })
    await other.close()
  })

  it('that nothing takes for a day fails, and its endpoint is disabled with the rest cancelled', async () => {
    receiver.answer = (response) => response.writeHead(503).end()
    const { id } = await addEndpoint()
    const [first, second] = [await queue(id), await queue(id, 2)]
    for (let hour = 0; hour < 60; hour++) {
      passSeconds(1_800)
      await sendDue()
    }
    expect([(await read(first)).state, (await read(second)).state].sort()).toEqual(['cancelled', 'failed'])
    expect(await endpoint(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    await expect(queue(id)).rejects.toThrow(Refusal)
  })

  it('that one receiver alone refuses does not disable an endpoint that takes the others', async () => {
    receiver.answer = (response, nth) => {
      const bad = receiver.received[nth - 1]?.body.includes('"n":13')
      response.writeHead(bad ? 400 : 204).end()
    }
    const { id } = await addEndpoint()
    const bad = await queue(id, 13)
    for (let hour = 0; hour < 60; hour++) {
      await queue(id, 1)
      passSeconds(1_800)
      while ((await sendDue()) > 0);
    }
    expect((await read(bad)).state).toBe('failed')
    expect((await endpoint(id)).enabled).toBe(true)
  })

  it('that is answered 410 disables the endpoint at once', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    await sendDue()
    expect((await read(delivery)).state).toBe('failed')
    expect(await endpoint(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' })
  })

  it('is sent again by hand under its id', async () => {
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    await sendDue()
    await inside((tx) => resendDelivery(tx, delivery, parts.now()))
    await sendDue()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(`msg_${delivery}`))
    expect((await read(delivery)).tries).toHaveLength(2)
  })

  it('that a person sends goes out at once while the endpoint rests, and no other does', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const { id } = await addEndpoint()
    const failed = await queue(id)
    await sendDue()
    const waits = await queue(id, 2)
    expect(await sendDue()).toBe(0)
    receiver.answer = (response) => response.writeHead(204).end()
    const asked = await inside((tx) => queueWebhook(tx, id, message(3), parts.now(), true))
    expect(await sendDue()).toBe(1)
    expect((await read(asked)).state).toBe('delivered')
    // It was taken, so the endpoint rests no more.
    expect(await sendDue()).toBe(1)
    expect((await read(waits)).state).toBe('delivered')
    receiver.answer = (response) => response.writeHead(500).end()
    await queue(id, 4)
    await sendDue()
    receiver.answer = (response) => response.writeHead(204).end()
    await inside((tx) => resendDelivery(tx, failed, parts.now()))
    expect(await sendDue()).toBeGreaterThan(0)
    expect((await read(failed)).state).toBe('delivered')
  })

  it('that is answered too late counts as not answered, and comes again under its id', async () => {
    let late = () => {}
    const isOver = new Promise<void>((resolve) => {
      late = resolve
    })
    receiver.answer = (response, nth) => void (nth === 1 ? isOver : Promise.resolve()).then(() => response.end('ok'))
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    const [claimed] = await claimDue(parts, 1)
    await sendClaimed(parts, claimed as never, undefined, postBy(parts.client, 200))
    late()
    expect(await read(delivery)).toMatchObject({ state: 'pending', attempts: 1, last_status: null })
    passSeconds(60)
    await sendDue()
    expect((await read(delivery)).state).toBe('delivered')
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(`msg_${delivery}`))
  })

  it('is refused, in plain words, while as many wait for the endpoint as may', async () => {
    const { id } = await addEndpoint()
    await queue(id)
    await database.asOwner(
      `insert into webhook_deliveries (workspace_id, id, endpoint_id, type, body, next_at, give_up_at)
        select workspace_id, gen_random_uuid(), endpoint_id, type, body, next_at, give_up_at
        from webhook_deliveries, generate_series(2, $1)`,
      [MOST_WAITING],
    )
    await expect(queue(id)).rejects.toThrow(`${MOST_WAITING} messages wait for this endpoint`)
    const other = await addEndpoint()
    await queue(other.id)
    await database.asOwner("update webhook_deliveries set state = 'delivered' where endpoint_id = $1", [id])
    await queue(id)
  })

  it('that a killed worker had begun is sent by another after its lease', async () => {
    const { id } = await addEndpoint()
    await queue(id)
    expect(await claimDue(parts, 10)).toHaveLength(1)
    expect(await claimDue(parts, 10)).toHaveLength(0)
    passSeconds(61)
    expect(await sendDue()).toBe(1)
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a secret', () => {
  it('that is changed signs beside the new one until its time is over', async () => {
    parts.clock.at = new Date()
    const { id, secret: old } = await addEndpoint()
    const { secret: fresh } = await inside((tx) => rotateSecret(tx, parts, id, { keep_hours: 24 }))
    await queue(id)
    await sendDue()
    const [both] = receiver.received
    for (const secret of [old, fresh])
      expect(
        new Webhook(secret as string).verify(both?.body ?? '', both?.headers as Record<string, string>),
      ).toBeTruthy()
    passSeconds(86_401)
    await queue(id)
    await sendDue()
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  it('of the workspace is taken by its name, and without it nothing is sent', async () => {
    parts.clock.at = new Date()
    const wanted = { origin: 'watch' as const, url: receiver.url, secret_ref: 'hook_key', name: 'Watch' }
    const id = await inside((tx) => endpointFor(tx, parts.vault, wanted))
    expect(await inside((tx) => endpointFor(tx, parts.vault, wanted))).toBe(id)
    const delivery = await queue(id)
    await sendDue()
    expect(receiver.received).toEqual([])
    expect((await read(delivery)).last_error).toContain('no secret "hook_key"')
    await inside((tx) =>
      putSecret(tx, parts.vault, { name: 'hook_key', value: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }),
    )
    passSeconds(60)
    await sendDue()
    expect(receiver.received).toHaveLength(1)
  })

  it('of the workspace that is replaced signs beside the new one for a day', async () => {
    parts.clock.at = new Date()
    const secretOf = (n: number) => `whsec_${Buffer.alloc(24, n).toString('base64')}`
    const put = (value: string, more = {}) =>
      inside((tx) => putSecret(tx, parts.vault, { name: 'turning', value, ...more }))
    const signatures = (nth: number) =>
      [1, 2, 3].filter((n) => {
        const { body = '', headers } = receiver.received[nth] ?? {}
        try {
          return new Webhook(secretOf(n)).verify(body, headers as Record<string, string>) !== undefined
        } catch {
          return false
        }
      })
    await put(secretOf(1))
    const { id } = await inside((tx) =>
      createEndpoint(tx, parts, { url: receiver.url, name: '', secret_ref: 'turning' }),
    )
    await put(secretOf(2))
    await queue(id)
    await sendDue()
    expect(signatures(0)).toEqual([1, 2])
    await put(secretOf(3), { keep_hours: 0 })
    passSeconds(120)
    await queue(id)
    await sendDue()
    expect(signatures(1)).toEqual([3])
  })

  it('is never in plain text in the database', async () => {
    const { secret } = await addEndpoint()
    const rows = await database.asOwner<{ secret: Buffer | null }>('select * from webhook_endpoints')
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(Buffer.concat(rows.map(({ secret: sealed }) => sealed ?? Buffer.alloc(0))).includes(String(secret))).toBe(
      false,
    )
  })
})

describe('an address', () => {
  it('that is private is refused when it is saved, and when a name leads there later', async () => {
    const strict = deliveryParts(database, '')
    for (const url of [
      'http://127.0.0.1/x',
      'https://10.1.2.3/',
      'https://[::ffff:7f00:1]/',
      'https://2130706433/',
      'http://example.com/',
      'https://u:p@example.com/',
    ])
      await expect(
        inside((tx) => createEndpoint(tx, strict, { url, name: '' })),
        url,
      ).rejects.toThrow(Refusal)
    const { id } = await addEndpoint()
    const delivery = await queue(id)
    const [claimed] = await claimDue(parts, 1)
    await sendClaimed(parts, claimed as never, undefined, postBy(strict.client))
    expect(receiver.received).toEqual([])
    expect((await read(delivery)).last_error).toContain('not on the public internet')
    await strict.client.close()
  })

  it('that was disabled by hand keeps what waits until it is enabled again', async () => {
    const { id } = await addEndpoint()
    await queue(id)
    await inside((tx) => updateEndpoint(tx, parts, id, { enabled: false }))
    expect(await sendDue()).toBe(0)
    await inside((tx) => updateEndpoint(tx, parts, id, { enabled: true }))
    expect(await sendDue()).toBe(1)
  })
})

it('a receiver that hangs takes one place, and delays no other endpoint', async () => {
  parts.clock.at = new Date()
  const quick = await startReceiver()
  receiver.answer = () => {}
  const hanging = await addEndpoint()
  for (let n = 0; n < 20; n++) await queue(hanging.id, n)
  const other = await inside((tx) => createEndpoint(tx, parts, { url: quick.url, name: '' }))
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await queue(other.id, n))
  const worker = startDeliveryWorker(parts, createLog('silent'))
  await expect.poll(() => quick.received.length).toBe(20)
  expect(receiver.received.length).toBeLessThanOrEqual(4)
  // Each is on record a moment after it was received.
  for (const id of ids) await expect.poll(async () => (await read(id)).state).toBe('delivered')
  await worker.close()
  await quick.close()
})
