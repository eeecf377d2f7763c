// Incoming webhooks over HTTP: who may send, what counts once, and what comes of a payload.
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { addStage, type Stage, startRules } from '../rules/rules.fixture.ts'

let service: TestService
let at: Stage
beforeAll(async () => {
  service = await startRules()
  at = await addStage(service)
})
afterAll(() => service.close())

const addHook = (more: object = {}) => at.must('POST', '/api/webhooks/incoming', { name: 'Form', ...more }, 201)
const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe('an address', () => {
  it('takes a payload in, starts a rule with it, and takes a message that its sender names once', async () => {
    const hook = await addHook()
    const rule = await at.rule({
      trigger: { kind: 'webhook.received', hook_id: hook.id },
      condition: { field: 'body.contact.email', op: 'not_empty' },
      actions: [{ kind: 'update_lead', values: { email: '{{body.contact.email}}', company: '{{body.company}}' } }],
    })
    const body = JSON.stringify({ contact: { email: 'zoe@rocket.example' }, company: 'Rocket' })
    const named = { 'webhook-id': 'message-1' }
    const answers = await Promise.all([1, 2, 3].map(() => post(hook.url, body, named)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const told = (await Promise.all(answers.map((answer) => answer.json()))) as { id: string; duplicate: boolean }[]
    expect(told.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(new Set(told.map(({ id }) => id)).size).toBe(1)
    const [run] = await at.ended(rule, 1)
    expect(run?.status).toBe('done')
    const { items } = await at.must('GET', '/api/leads')
    expect(items).toMatchObject([{ email: 'zoe@rocket.example', company: 'Rocket' }])
    const payloads = await at.must('GET', `/api/webhooks/incoming/${hook.id}/payloads`)
    expect(payloads.items).toMatchObject([{ message_id: 'message-1', body: { company: 'Rocket' } }])
    expect(await at.must('GET', '/api/webhooks/incoming')).toMatchObject({ items: [{ received: 1 }] })
  })

  it('is unknown when it is wrong, disabled, deleted or replaced', async () => {
    const hook = await addHook()
    expect((await post(`${hook.url}x`, '{}')).status).toBe(404)
    expect((await post(hook.url.replace(/hooks\/hook_.{5}/, 'hooks/hook_AAAAA'), '{}')).status).toBe(404)
    const next = await at.must('PATCH', `/api/webhooks/incoming/${hook.id}`, { new_address: true })
    expect((await post(hook.url, '{}')).status).toBe(404)
    expect((await post(next.url, '{}')).status).toBe(202)
    await at.must('PATCH', `/api/webhooks/incoming/${hook.id}`, { enabled: false })
    expect((await post(next.url, '{}')).status).toBe(404)
  })

  it('refuses what is too large or cannot be read, and takes fields of a form', async () => {
    const hook = await addHook()
    expect((await post(hook.url, JSON.stringify('x'.repeat(300_000)))).status).toBe(413)
    expect((await post(hook.url, '{"a":')).status).toBe(422)
    const form = await post(hook.url, 'a=1&b=two', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.status).toBe(202)
    const { items } = await at.must('GET', `/api/webhooks/incoming/${hook.id}/payloads`)
    expect(items).toMatchObject([{ body: { a: '1', b: 'two' } }])
  })
})

describe('a signature', () => {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const body = '{"n":1}'

  it('of Standard Webhooks is checked, as the public library makes it', async () => {
    const hook = await addHook({ verify: 'standard', secret })
    const now = new Date()
    const signed = (id: string, text: string) => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, text),
    })
    expect((await post(hook.url, body, signed('a', body))).status).toBe(202)
    expect((await post(hook.url, body, signed('b', '{"n":2}'))).status).toBe(401)
    expect((await post(hook.url, body)).status).toBe(401)
    expect((await at.must('GET', `/api/webhooks/incoming/${hook.id}/payloads`)).items).toHaveLength(1)
  })

  it('in a header of the sender, or a bearer token, is checked', async () => {
    const key = 'a long shared secret'
    const hmac = await addHook({ verify: 'hmac_sha256', header: 'X-Hub-Signature-256', secret: key })
    const digest = createHmac('sha256', key).update(body).digest('hex')
    expect((await post(hmac.url, body, { 'x-hub-signature-256': `sha256=${digest}` })).status).toBe(202)
    expect((await post(hmac.url, `${body} `, { 'x-hub-signature-256': `sha256=${digest}` })).status).toBe(401)
    const bearer = await addHook({ verify: 'bearer', secret: 'token-of-sixteen-chars' })
    expect((await post(bearer.url, body, { authorization: 'Bearer token-of-sixteen-chars' })).status).toBe(202)
    expect((await post(bearer.url, body, { authorization: 'Bearer another-token-here' })).status).toBe(401)
    const wrong = await at.call('POST', '/api/webhooks/incoming', { name: 'x', verify: 'standard' })
    expect(wrong.status).toBe(422)
    const { items } = await at.must('GET', `/api/webhooks/incoming/${bearer.id}/payloads`)
    expect(JSON.stringify(items)).not.toContain('token-of-sixteen')
  })
})

describe('a payload that was refused', () => {
  it('is kept with the reason and without what signs it, and starts its rule once a member takes it in', async () => {
    const key = 'token-of-sixteen-chars'
    const hook = await addHook({ verify: 'bearer', secret: key })
    const rule = await at.rule({
      trigger: { kind: 'webhook.received', hook_id: hook.id },
      actions: [{ kind: 'notify', to: 'admins', title: '{{body.name}} came' }],
    })
    expect((await post(hook.url, '{"name":"Zoe"}', { authorization: 'Bearer another-token-here' })).status).toBe(401)
    expect((await post(hook.url, '{"name":', { authorization: `Bearer ${key}` })).status).toBe(422)
    const path = `/api/webhooks/incoming/${hook.id}/refused`
    const { items } = await at.must('GET', path)
    expect(items).toMatchObject([
      { reason: expect.stringContaining('JSON'), body: '{"name":' },
      { reason: expect.stringContaining('signature'), body: '{"name":"Zoe"}', payload_id: null },
    ])
    expect(JSON.stringify(items)).not.toContain('another-token')
    expect((await at.must('GET', `/api/webhooks/incoming/${hook.id}/payloads`)).items).toEqual([])
    const [broken, unsigned] = items
    const refused = await at.call('POST', `${path}/${broken.id}/take`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('cannot be read')])
    const { id } = await at.must('POST', `${path}/${unsigned.id}/take`, undefined, 200)
    const [run] = await at.ended(rule, 1)
    expect(run?.status).toBe('done')
    expect((await at.must('GET', path)).items[1].payload_id).toBe(id)
    expect((await at.call('POST', `${path}/${unsigned.id}/take`)).status).toBe(409)
  })

  it('is one of the last fifty, however many come', async () => {
    const hook = await addHook()
    for (let n = 0; n < 53; n++) await post(hook.url, `{${n}`)
    const { items } = await at.must('GET', `/api/webhooks/incoming/${hook.id}/refused?limit=100`)
    expect(items).toHaveLength(50)
    expect(items[0].body).toBe('{52')
  })
})
