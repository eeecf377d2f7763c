// What a person sends by hand goes out at once, also while its endpoint rests after failures.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, startTestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { startReceiver } from './receivers.fixture.ts'

test('a test message and a resent one reach an endpoint that rests', async () => {
  // The clock of the service stands still, so that a rest ends for nothing but what is sent by hand.
  const at = new Date()
  const service = await startTestService({ LIMITS: 'off', EGRESS_ALLOW: '127.0.0.1' }, { now: () => at })
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end()
  const workspace = await addWorkspace(service.database)
  const call = (await addPerson(service, workspace, 'admin')).call
  const made = await call('POST', '/api/webhooks/endpoints', { url: receiver.url })
  expect(made.status, made.text).toBe(201)
  const send = async (path: string) => {
    const answer = await call('POST', `/api/webhooks/${path}`)
    expect(answer.status, answer.text).toBe(202)
    return answer.body.id as string
  }
  /** A try is listed when it begins, and has its status when it has ended. */
  const ended = (id: string, status: number) =>
    until(
      async () => (await call('GET', `/api/webhooks/deliveries/${id}`)).body,
      (delivery) => delivery.last_status === status,
    )
  const first = await send(`endpoints/${made.body.id}/test`)
  expect(await ended(first, 500)).toMatchObject({ state: 'pending' })
  const second = await send(`endpoints/${made.body.id}/test`)
  expect(await ended(second, 500)).toMatchObject({ state: 'pending' })
  receiver.answer = (response) => response.writeHead(204).end()
  await send(`deliveries/${first}/resend`)
  const sent = await ended(first, 204)
  expect(sent).toMatchObject({ state: 'delivered' })
  expect(sent.tries).toHaveLength(2)
  await receiver.close()
  await service.close()
})
