// Bulk enrichment on a real database, with lookups whose every call is counted.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { undoJob } from '../../platform/queue/work.ts'
import { found, notFound } from '../../providers/kit/kit.ts'
import { decideLeadPair } from '../../records/entities/decide.commands.ts'
import { matchJob } from '../../records/entities/match.jobs.ts'
import { splitEntity } from '../../records/entities/merge.commands.ts'
import { recordEvidence } from '../../records/lead-facts/source-evidence.commands.ts'
import { eraseLead } from '../../records/leads/erasure/erase.commands.ts'
import { openLead } from '../../records/leads/lead-values.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { saveSetting } from '../settings/setting.commands.ts'
import { applyClaims } from './apply-values.commands.ts'
import { estimateFilling } from './enrich-leads.commands.ts'
import { NOTHING_KNOWN } from './fusion.logic.ts'
import { readJobLead } from './job-leads.reads.ts'
import { setLeadStage } from './lead-stage.fixture.ts'

const { database } = await openTenant()

const companies = (count: number) => Array.from({ length: count }, (_, n) => ({ company: `Firm ${n}` }))

test('every lead is filled once, with its source, its cost in the ledger and its change in the timeline', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says())
  await stage.describeWith(['said'])
  const lead_ids = await stage.addLeads(companies(30))
  const worker = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids })
  worker.wake()
  const job = await stage.end(job_id)
  await worker.close()
  expect(job).toMatchObject({ status: 'done', done: 30, total: 30, counts: { updated: 30 }, cost_usd: 15 })
  expect(new Set(said.asked).size).toBe(30)
  expect(said.asked.length).toBe(30)
  const lead = await stage.leadOf(lead_ids[0] ?? 0)
  expect(lead?.data.description).toBe('about Firm 0')
  expect(lead?.provenance.description).toMatchObject({ provider: 'said', method: 'api', run_id: job_id })
  const [spent] = await database.asOwner<JsonObject>(
    'select count(*)::int as lines, sum(amount_micro)::int as micro from ledger_lines where run_id = $1',
    [job_id],
  )
  expect(spent).toEqual({ lines: 30, micro: 15_000_000 })
  const changes = await database.asOwner<{ source: JsonObject }>('select source from lead_changes where lead_id = $1', [
    lead_ids[0],
  ])
  expect(changes).toMatchObject([{ source: { kind: 'enrichment', job_id, action: 'firmographics' } }])
  expect(await database.asOwner('select 1 from reservations')).toEqual([])
})

test('a lead that is deleted while it is asked about ends nothing: the others are filled, and the call is on the bill', async () => {
  const stage = await setLeadStage(database)
  let lead_ids: number[] = []
  // The first of two lookups deletes the lead before it answers; the next call for it is not made.
  const first = lookup('first', async (inputs) => {
    const gone = lead_ids[Number(inputs.key?.slice(5))] ?? 0
    if (inputs.key === 'Firm 1' || inputs.key === 'Firm 4')
      await database.asOwner('delete from leads where id = $1', [gone])
    return inputs.key === 'Firm 4' ? notFound() : found({ description: `about ${inputs.key}` }, 0.9)
  })
  const next = lookup('next', says())
  await stage.describeWith(['first', 'next'])
  lead_ids = await stage.addLeads(companies(6))
  const worker = stage.worker([first, next])
  const { job_id } = await stage.start({ lead_ids })
  worker.wake()
  const job = await stage.end(job_id)
  await worker.close()
  expect(job).toMatchObject({ status: 'done', done: 4, total: 4, counts: { updated: 4 } })
  expect([first.asked.length, next.asked]).toEqual([6, []])
  const bill = 'select sum(amount_micro)::int as micro from ledger_lines where run_id = $1'
  expect(await database.asOwner(bill, [job_id])).toEqual([{ micro: 2_500_000 }])
  // In one attempt.
  const started = "select 1 from outbox where type = 'job.started' and payload ->> 'job_id' = $1"
  expect(await database.asOwner(started, [job_id])).toHaveLength(1)
})

test('a value that a person entered stays, and what was found is kept aside with the reason', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says(0.99))
  await stage.describeWith(['said'])
  const by = { source: 'manual', method: 'manual', license: 'user-provided', fetched_at: new Date().toISOString() }
  const [id = 0] = await stage.addLeads([{ company: 'Acme', description: 'Ours' }], by)
  const worker = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids: [id], mode: 'all' })
  worker.wake()
  expect(await stage.end(job_id)).toMatchObject({ status: 'done', counts: { unchanged: 1 } })
  await worker.close()
  expect((await stage.leadOf(id))?.data.description).toBe('Ours')
  const aside = await database.asOwner<JsonObject>(
    'select value, provider, reason from lead_claims where lead_id = $1',
    [id],
  )
  expect(aside).toMatchObject([{ value: 'about Acme', provider: 'said' }])
  expect(aside[0]?.reason).toContain('A person entered "Ours"')
})

test('a better source replaces a worse one, whose value is kept aside; undo puts it back', async () => {
  const stage = await setLeadStage(database)
  const good = lookup('good', says(0.95))
  await stage.describeWith(['good'])
  const from = {
    source: 'guess',
    provider: 'guess',
    method: 'inferred',
    confidence: 0.4,
    fetched_at: new Date().toISOString(),
  }
  const [id = 0] = await stage.addLeads([{ company: 'Acme', description: 'A guess' }], from)
  const worker = stage.worker([good])
  const { job_id } = await stage.start({ lead_ids: [id], mode: 'all' })
  worker.wake()
  await stage.end(job_id)
  await worker.close()
  expect((await stage.leadOf(id))?.data.description).toBe('about Acme')
  const aside = await database.asOwner<JsonObject>('select value, reason from lead_claims where lead_id = $1', [id])
  expect(aside).toMatchObject([{ value: 'A guess', reason: expect.stringContaining('over "A guess" of guess (40 %)') }])
  expect(await undoJob(database, stage.at, job_id)).toEqual({ restored: 1, deleted: 0, kept: 0 })
  await expect(undoJob(database, stage.at, job_id)).rejects.toThrow('undone already')
  const back = await stage.leadOf(id)
  expect(back?.data.description).toBe('A guess')
  expect(back?.provenance.description).toMatchObject({ provider: 'guess' })
})

test('no provider is asked for a lead that is up to date, and a second job finds it so', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says())
  await stage.describeWith(['said'])
  const lead_ids = await stage.addLeads(companies(3))
  const worker = stage.worker([said])
  for (const counts of [{ updated: 3 }, { fresh: 3 }]) {
    const { job_id } = await stage.start({ lead_ids })
    worker.wake()
    expect(await stage.end(job_id)).toMatchObject({ status: 'done', counts })
  }
  await worker.close()
  expect(said.asked.length).toBe(3)
})

test('two leads that were merged are asked about once, with the values of both, and paid for once; after a split both are', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says())
  await stage.describeWith(['said'])
  const firm = { company: 'Acme Widgets GmbH', address: '12 Main Street', city: 'Berlin', phone: '+49 30 901820' }
  const [poor = 0, rich = 0] = await stage.addLeads([
    { ...firm, external_id: 'A1' },
    { ...firm, external_id: 'A2', company: 'ACME Widgets', website: 'acme.com' },
  ])
  const { workspace_id } = stage.at
  await matchJob(database).work({}, testRun({ workspace_id }))
  const [pair] = await database.asOwner<{ id: number }>('select id from entity_pairs where workspace_id = $1', [
    workspace_id,
  ])
  const merged = await database.inWorkspace(stage.at, (tx) => decideLeadPair(tx, Number(pair?.id), 'merge'))
  const worker = stage.worker([said])
  const run = async () => {
    const { job_id, total } = await stage.start({ lead_ids: [poor, rich] })
    worker.wake()
    const { counts, cost_usd } = await stage.end(job_id)
    return { job_id, total, counts, cost_usd }
  }
  const wanted = { lead_ids: [poor, rich], action: 'firmographics', mode: 'missing' } as const
  const parts = { catalog: [said], now: () => new Date() }
  const estimate = () => database.inWorkspace(stage.at, (tx) => estimateFilling(tx, parts, wanted))
  expect(await estimate()).toMatchObject({ rows_in_scope: 1, to_run: 1, merged: 1 })
  const { job_id, ...done } = await run()
  expect(done).toEqual({ total: 2, counts: { updated: 1, skipped: 1 }, cost_usd: 0.5 })
  expect(said.asked).toEqual(['Acme Widgets GmbH'])
  const left = await database.inWorkspace(stage.at, (tx) => readJobLead(tx, job_id, rich))
  expect(left).toMatchObject({ outcome: 'skipped', cost_usd: 0 })
  expect(left?.detail).toContain(`Merged with lead ${poor}`)
  // By itself it is not paid for either, in any mode that keeps what is up to date.
  const alone = { ...wanted, lead_ids: [rich] }
  expect(await database.inWorkspace(stage.at, (tx) => estimateFilling(tx, parts, alone))).toMatchObject({ to_run: 0 })
  for (const mode of ['missing', 'stale'] as const) {
    const single = await stage.start({ lead_ids: [rich], mode })
    worker.wake()
    expect(await stage.end(single.job_id)).toMatchObject({ counts: { fresh: 1 }, cost_usd: 0 })
  }
  expect(said.asked).toEqual(['Acme Widgets GmbH'])
  await database.inWorkspace(stage.at, (tx) => splitEntity(tx, merged.entity_id, undefined))
  expect(await estimate()).toMatchObject({ rows_in_scope: 2, merged: 0 })
  expect(await run()).toMatchObject({ counts: { updated: 1, fresh: 1 }, cost_usd: 0.5 })
  await worker.close()
})

test('an address of a person who was erased meanwhile is not kept, neither as the value nor beside it', async () => {
  const stage = await setLeadStage(database)
  const [gone = 0, firm = 0, sure = 0] = await stage.addLeads([
    { contact_person: 'Ann Doe', email: 'ann@erased.example' },
    { company: 'Firm' },
    { company: 'Sure' },
  ])
  await database.inWorkspace(stage.at, (tx) => eraseLead(tx, gone))
  const source = { kind: 'enrichment', job_id: 'j', action: 'find_emails' }
  for (const [id, accepted] of [
    [firm, true],
    [sure, false],
  ] as const)
    await database.inWorkspace(stage.at, async (tx) => {
      const lead = await openLead(tx, id)
      if (!lead) throw new Error('no lead')
      const claim = { field: 'email', value: 'Ann@erased.example', accepted, provenance: { provider: 'said' } }
      await applyClaims(tx, lead, [claim], source, { now: new Date(), records: NOTHING_KNOWN })
    })
  expect(await database.asOwner('select 1 from lead_claims where workspace_id = $1', [stage.at.workspace_id])).toEqual(
    [],
  )
  expect((await stage.leadOf(firm))?.data.email).toBeUndefined()
})

test('an answer that comes after the erasure of its person is stored nowhere, and the call stays on the bill', async () => {
  const stage = await setLeadStage(database)
  const [gone = 0, firm = 0] = await stage.addLeads([
    { contact_person: 'Bea Doe', email: 'bea@erased.example' },
    { company: 'Late' },
  ])
  // The person is erased while the vendor is asked.
  const said = lookup('said', async () => {
    await database.inWorkspace(stage.at, (tx) => eraseLead(tx, gone))
    return found({ description: 'Write to Bea@erased.example' }, 0.9)
  })
  await stage.describeWith(['said'])
  const worker = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids: [firm] })
  worker.wake()
  expect(await stage.end(job_id)).toMatchObject({ status: 'done', cost_usd: 0.5 })
  await worker.close()
  expect(said.asked).toEqual(['Late'])
  for (const table of [
    'attempts',
    'lookup_cache',
    'lead_claims',
    'leads',
    'job_leads',
    'lead_changes',
    'events',
    'outbox',
  ])
    expect(
      await database.asOwner(`select 1 from ${table} t where workspace_id = $1 and to_jsonb(t)::text ~* 'bea@erased'`, [
        stage.at.workspace_id,
      ]),
      table,
    ).toEqual([])
})

test('a cap is never passed: leads behind it say that the budget is in the way', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says())
  await stage.describeWith(['said'])
  const lead_ids = await stage.addLeads(companies(10))
  const worker = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids, max_usd: 1.5 })
  worker.wake()
  const job = await stage.end(job_id)
  await worker.close()
  expect(said.asked.length).toBe(3)
  expect(job).toMatchObject({ status: 'done', counts: { updated: 3, budget_stopped: 7 }, cost_usd: 1.5 })
})

test('a worker that loses its job in the middle asks nothing twice, and the next one goes on', async () => {
  const stage = await setLeadStage(database)
  let hold = true
  let reached = () => {}
  const isReached = new Promise<void>((resolve) => {
    reached = resolve
  })
  const said = lookup(
    'said',
    async (inputs, signal) => {
      if (!hold) return says()(inputs, signal)
      if (said.asked.length < 8) return says()(inputs, signal)
      reached()
      // As a process that is killed: it never answers.
      return new Promise(() => {})
    },
    { repeat_free: false } as never,
  )
  await stage.describeWith(['said'])
  const lead_ids = await stage.addLeads(companies(12))
  const first = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids })
  first.wake()
  await isReached
  hold = false
  // Its lease is given to another, as after ten seconds of silence.
  await database.asOwner(`update queue set state = 'ready', worker_id = null, lease_until = null where id = $1`, [
    job_id,
  ])
  const second = stage.worker([said])
  second.wake()
  const job = await stage.end(job_id)
  await second.close()
  expect(job.status).toBe('done')
  expect(job.done).toBe(12)
  const counted = new Map<string, number>()
  for (const name of said.asked) counted.set(name, (counted.get(name) ?? 0) + 1)
  expect([...counted.values()].every((times) => times === 1)).toBe(true)
  const uncertain = Number(job.counts.error ?? 0)
  expect(Number(job.counts.updated) + uncertain).toBe(12)
  expect(uncertain).toBeGreaterThan(0)
  void first.close()
})

test('a job that is cancelled keeps what it brought, and a retry goes on from there', async () => {
  const stage = await setLeadStage(database)
  let slow = true
  const said = lookup('said', async (inputs, signal) => {
    if (slow && said.asked.length > 4)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return inputs.key === 'Firm 3' ? notFound() : found({ description: `about ${inputs.key}` }, 0.9)
  })
  await stage.describeWith(['said'])
  const lead_ids = await stage.addLeads(companies(20))
  const worker = stage.worker([said])
  const { job_id } = await stage.start({ lead_ids })
  worker.wake()
  await expect.poll(async () => (await stage.look(job_id)).done).toBeGreaterThan(0)
  await stage.cancel(job_id)
  worker.wake()
  const cancelled = await stage.end(job_id)
  expect(cancelled).toMatchObject({ status: 'cancelled', can_retry: true })
  expect(cancelled.done).toBeLessThan(20)
  slow = false
  const { retryJob } = await import('../../platform/queue/work.ts')
  await database.inWorkspace(stage.at, (tx) => retryJob(tx, job_id))
  worker.wake()
  const job = await stage.end(job_id)
  await worker.close()
  expect(job).toMatchObject({ status: 'done', done: 20, counts: { updated: 19, not_found: 1 } })
})

test('the status of an address that another lead has is not said of the address that stays', async () => {
  const stage = await setLeadStage(database)
  const at = (name: string) => ({ company: name, email: `${name.toLowerCase()}@acme.example` })
  const [id = 0] = await stage.addLeads([at('Ann'), at('Bea')])
  await database.inWorkspace(stage.at, async (tx) => {
    const lead = await openLead(tx, id)
    if (!lead) throw new Error('no lead')
    const provenance = { provider: 'said', method: 'api', confidence: 0.99, fetched_at: new Date().toISOString() }
    const claims = [
      { field: 'email', value: 'bea@acme.example', accepted: true, provenance },
      { field: 'email_status', value: 'valid', accepted: true, provenance, address: 'bea@acme.example' },
    ]
    const by = { now: new Date(), records: NOTHING_KNOWN }
    const { fields, aside } = await applyClaims(tx, lead, claims, { kind: 'enrichment', job_id: 'j' }, by)
    expect(fields).toEqual([])
    expect(aside.map(({ field, reason }) => [field, reason])).toEqual([
      ['email', expect.stringContaining('is known by it')],
      ['email_status', 'It is said of bea@acme.example, which was not taken'],
    ])
  })
  expect((await stage.leadOf(id))?.data).toMatchObject({ email: 'ann@acme.example' })
  expect((await stage.leadOf(id))?.data.email_status).toBeUndefined()
})

test('what is known of a source decides what the next waterfall reads, as it decides what is written', async () => {
  const stage = await setLeadStage(database)
  const said = lookup('said', says(0.7))
  const reads = lookup('reads', says())
  const waterfall = (provider: string, field: string, key: string): JsonObject => ({
    id: provider,
    name: provider,
    output: 'description',
    into: { [field]: 'description' },
    steps: [{ provider, inputs: { key } }],
  })
  const waterfalls = [waterfall('said', 'description', '{{Company}}'), waterfall('reads', 'city', '{{Description}}')]
  const from = { provider: 'careless', method: 'api', confidence: 0.95, fetched_at: new Date().toISOString() }
  const [id = 0, ...others] = await stage.addLeads([{ company: 'Acme', description: 'Old' }, ...companies(12)], from)
  await database.inWorkspace(stage.at, async (tx) => {
    await saveSetting(tx, 'lead_action.firmographics', {}, { waterfalls })
    const wrong = { field: 'description', provider: 'careless', holds: false, because: 'edit' } as const
    await recordEvidence(
      tx,
      others.map((lead_id) => ({ ...wrong, lead_id })),
    )
  })
  const worker = stage.worker([said, reads])
  const { job_id } = await stage.start({ lead_ids: [id], mode: 'all' })
  worker.wake()
  await stage.end(job_id)
  await worker.close()
  expect((await stage.leadOf(id))?.data.description).toBe('about Acme')
  expect(reads.asked).toEqual(['about Acme'])
})
