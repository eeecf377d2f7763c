// Signals and watches in rules: the rule that a watch makes posts its signals, and a rule makes watches.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { type Receiver, startReceiver } from '../../identity/webhooks/receivers.fixture.ts'
import { newId } from '../../kernel/ids.ts'
import { signalCreated } from '../../monitoring/signals/signal.events.ts'
import { recordSignals } from '../../monitoring/signals/signals.commands.ts'
import { emit } from '../../platform/events/event.ts'
import { addStage, type Stage, startRules } from './rules.fixture.ts'

let service: TestService
let receiver: Receiver
let at: Stage
beforeAll(async () => {
  // The host of the watch is nowhere, so that nothing is found but what the test writes.
  service = await startRules({ EGRESS_ALLOW: '127.0.0.1,watched.example' })
  receiver = await startReceiver()
  at = await addStage(service)
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

/** A signal as a poll writes it, with its event in the same transaction. */
const addSignal = (watch_id: string | null, title: string, type = 'funding') =>
  service.database.inWorkspace(at.workspace_id, async (tx) => {
    const id = newId()
    await tx.client.query(
      `insert into signals (workspace_id, id, type, watch_id, company, title, summary, occurred_at, first_seen_at, strength, novelty, dedupe_key)
        values ($1, $2, $3, $4, 'watched.example', $5, 'More words', now(), now(), 70, 1, $6)`,
      [tx.workspace_id, id, type, watch_id, title, id],
    )
    const about = { signal_id: id, signal_type: type, watch_id, title, summary: 'More words', strength: 70 }
    await emit(tx, signalCreated, {
      ...about,
      lead_id: null,
      company: 'watched.example',
      evidence_url: null,
      occurred_at: new Date().toISOString(),
    })
    return id
  })

it('a watch with create_webhook_rule posts its own signals, signed, and those of no other', async () => {
  await at.must('PUT', '/api/settings/secrets', {
    name: 'hook_key',
    value: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  })
  const watch = await at.must('POST', '/api/watches', {
    kind: 'website',
    target: 'https://watched.example/',
    create_webhook_rule: true,
    webhook_url: receiver.url,
    webhook_secret_ref: 'hook_key',
  })
  expect(watch.webhook_rule_id).toEqual(expect.any(String))
  await addSignal(null, 'Of nobody')
  const id = await addSignal(watch.id, 'Raised 5M')
  const [run] = await at.ended(watch.webhook_rule_id, 1)
  expect(run).toMatchObject({ status: 'done', title: 'Raised 5M' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [got] = receiver.received
  expect(got?.headers['webhook-signature']).toMatch(/^v1,/)
  expect(JSON.parse(got?.body ?? '')).toMatchObject({
    type: 'watch.signal',
    data: { signal: { id, title: 'Raised 5M' } },
  })
})

it('a rule is narrowed to types of signals, and a rule on leads makes one watch for each', async () => {
  const news = await at.rule({
    trigger: { kind: 'signal.created', types: ['news'] },
    condition: { field: 'signal.strength', op: 'gte', value: 50 },
    actions: [{ kind: 'notify', to: 'admins', title: '{{signal.title}}' }],
  })
  await addSignal(null, 'Funding', 'funding')
  await addSignal(null, 'News', 'news')
  expect(await at.ended(news, 1)).toMatchObject([{ title: 'News' }])
  const watching = await at.rule({
    trigger: { kind: 'lead.created' },
    actions: [{ kind: 'create_watch', watch_kind: 'company', target: '{{lead.domain}}', interval: 'weekly' }],
  })
  const { lead } = await at.must('POST', '/api/lead', { company: 'Watched', domain: 'watched.example' })
  const [run] = await at.ended(watching, 1)
  expect((await at.run(run?.id ?? '')).actions[0].error).toBe(null)
  const { items } = await at.must('GET', '/api/watches')
  expect(items.filter(({ kind }: { kind: string }) => kind === 'company')).toMatchObject([
    { target: 'watched.example', interval: 'weekly', lead_id: lead.id },
  ])
})

it('a rule finds the watch that is there, however the event spells its target', async () => {
  const watching = await at.rule({
    trigger: { kind: 'lead.created' },
    condition: { field: 'lead.company', op: 'eq', value: 'Spelled' },
    actions: [{ kind: 'create_watch', watch_kind: 'website', target: '{{lead.website}}', interval: 'daily' }],
  })
  const watch = await at.must('POST', '/api/watches', { kind: 'website', target: 'https://watched.example/spelled' })
  await at.must('POST', '/api/lead', { company: 'Spelled', website: 'HTTPS://WATCHED.example:443/spelled' })
  const [run] = await at.ended(watching, 1)
  const [action] = (await at.run(run?.id ?? '')).actions
  expect(action).toMatchObject({ error: null, output: { watch_id: watch.id, created: false } })
})

it('what two watches find is posted by the rule of each, with the watch and lead of that rule', async () => {
  const made: { id: string; rule: string; lead: number }[] = []
  for (const name of ['One', 'Two']) {
    const { lead } = await at.must('POST', '/api/lead', { company: name, domain: `${name.toLowerCase()}.example` })
    const watch = await at.must('POST', '/api/watches', {
      kind: 'news',
      target: 'https://watched.example/shared',
      lead_id: lead.id,
      create_webhook_rule: true,
      webhook_url: receiver.url,
    })
    made.push({ id: watch.id, rule: watch.webhook_rule_id, lead: lead.id })
  }
  const found = (watch: (typeof made)[number]) =>
    service.database.inWorkspace(at.workspace_id, (tx) =>
      recordSignals(
        tx,
        [
          {
            type: 'funding',
            lead_id: watch.lead,
            watch_id: watch.id,
            company: 'watched.example',
            title: 'Raised 9M',
            summary: 'More words',
            before: null,
            after: null,
            evidence_url: null,
            quote: null,
            occurred_at: new Date(),
            strength: 70,
            dedupe_key: 'funding|watched.example|shared',
            details: {},
            provenance: {},
          },
        ],
        new Date(),
      ),
    )
  const posted = () => receiver.received.filter(({ body }) => body.includes('Raised 9M'))
  for (const watch of made) {
    expect(await found(watch)).toHaveLength(1)
    const [run] = await at.ended(watch.rule, 1)
    expect(run).toMatchObject({ status: 'done', title: 'Raised 9M' })
    // Found once more by the same watch, it is nothing new.
    expect(await found(watch)).toEqual([])
  }
  await expect.poll(() => posted().length).toBe(2)
  const facts = posted().map(({ body }) => JSON.parse(body).data)
  expect(facts.map(({ signal }) => signal.watch_id)).toEqual(made.map(({ id }) => id))
  expect(new Set(facts.map(({ signal }) => signal.id)).size).toBe(1)
  // It counts in the score of the lead of either watch.
  for (const { lead } of made) expect((await at.must('GET', `/api/lead/${lead}/score`)).intent).toBeGreaterThan(0)
})
