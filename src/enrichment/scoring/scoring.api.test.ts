// Promises of scoring: fit and intent apart, with their parts, by rules that can be tried out before they are saved.
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createLog } from '../../platform/log.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { startQueueWorker } from '../../platform/queue/worker.ts'
import { keepBlocksJob } from '../../records/leads/keep-blocks.jobs.ts'
import { records } from '../../records/room.ts'
import { jobRoutes } from '../jobs/jobs.routes.ts'
import { until } from '../runs/workbook.fixture.ts'
import { scoringJobs } from './scoring.jobs.ts'
import { scoringRoutes } from './scoring.routes.ts'

const now = () => new Date()
const { database, newcomer } = await openTenant((database) => [
  ...(records.routes?.({ database, now } as never) ?? []),
  ...scoringRoutes({ database, now }),
  ...jobRoutes({ database, now }, []),
])

const RULES = {
  fit: [
    { id: 'size', name: 'Is big', filter: { field: 'company_size', op: 'gte', value: 100 }, points: 60 },
    { id: 'de', name: 'Is in Germany', filter: { field: 'country', op: 'eq', value: 'DE' }, points: 30 },
    { id: 'dead', name: 'Is given up', filter: { field: 'status', op: 'eq', value: 'dead' }, points: -100 },
  ],
  intent: [{ id: 'visit', name: 'Visited', kind: 'visit', points: 80, half_life_days: 10 }],
  weights: { fit: 0.5, intent: 0.5 },
  tiers: { hot: 60, warm: 40, cold: 10 },
}

async function peopled(): Promise<{ ann: Caller; ids: number[] }> {
  const ann = await newcomer()
  const ids: number[] = []
  for (const [company, company_size, country, status] of [
    ['Big German', '250', 'DE', 'new'],
    ['Small German', '20', 'DE', 'new'],
    ['Given up', '250', 'DE', 'dead'],
    ['Unknown', null, null, 'new'],
  ])
    ids.push((await ann.post('/api/lead', { company, company_size, country, status })).body.lead.id)
  return { ann, ids }
}

async function settle(ann: Caller, job_id: string) {
  const worker = startQueueWorker({ database, log: createLog('silent'), now }, scoringJobs(database))
  worker.wake()
  const job = await until(
    async () => (await ann.get(`/api/jobs/${job_id}`)).body,
    ({ status }) => !['pending', 'running'].includes(status),
  )
  await worker.close()
  return job
}

test('rules are tried out without effect, and saving them scores all leads by a job', async () => {
  const { ann, ids } = await peopled()
  const preview = await ann.post('/api/leads/scoring/preview', RULES)
  expect(preview.status, preview.text).toBe(200)
  expect(preview.body).toMatchObject({ leads: 4, sampled: false, after: { hot: 0, warm: 1, cold: 1, unqualified: 2 } })
  expect(preview.body.examples[0]).toMatchObject({ name: 'Big German', before: null, after: 45, tier_after: 'warm' })
  expect((await ann.get(`/api/lead/${ids[0]}`)).body.score).toBe(null)

  const saved = await ann.put('/api/leads/scoring', RULES)
  expect(saved.body).toMatchObject({ version: 1, is_default: false })
  expect(await settle(ann, saved.body.job_id)).toMatchObject({ status: 'done', done: 4, counts: { changed: 4 } })
  expect((await ann.get(`/api/lead/${ids[0]}`)).body).toMatchObject({ score: 45, score_tier: 'warm' })
  expect((await ann.get(`/api/lead/${ids[2]}`)).body).toMatchObject({ score: 0, score_tier: 'unqualified' })
  const { body: score } = await ann.get(`/api/lead/${ids[0]}/score`)
  expect(score).toMatchObject({ fit: 90, intent: 0, score: 45 })
  expect(score.parts.fit).toEqual([
    { id: 'size', name: 'Is big', points: 60 },
    { id: 'de', name: 'Is in Germany', points: 30 },
  ])
})

test('leads are found by their tier in a store that keeps where words are, of which scores are none', async () => {
  const { ann, ids } = await peopled()
  const { job_id } = (await ann.put('/api/leads/scoring', RULES)).body
  await settle(ann, job_id)
  const [lead] = await database.asOwner<{ workspace_id: WorkspaceId }>('select workspace_id from leads where id = $1', [
    ids[0],
  ])
  await keepBlocksJob(database, { large: 0, few: 0 }).work(
    {},
    testRun({ workspace_id: lead?.workspace_id as WorkspaceId }),
  )
  const found = async (filter: object) =>
    (await ann.get(`/api/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.items.map(
      ({ company }: { company: string }) => company,
    )
  expect(await found({ field: 'company', op: 'contains', value: 'rman' })).toEqual(['Small German', 'Big German'])
  expect(await found({ field: 'score_tier', op: 'eq', value: 'unqualified' })).toEqual(['Unknown', 'Given up'])
  expect(await found({ field: 'score_tier', op: 'contains', value: 'COLD' })).toEqual(['Small German'])
})

test('intent counts less the longer ago it was, and what is told again under one key counts once', async () => {
  const { ann, ids } = await peopled()
  await ann.put('/api/leads/scoring', RULES)
  const path = `/api/lead/${ids[0]}/intents`
  const told = await ann.post(path, { kind: 'visit', dedupe_key: 'pricing' })
  expect(told.status, told.text).toBe(201)
  expect((await ann.get(`/api/lead/${ids[0]}`)).body).toMatchObject({ score: 85, score_tier: 'hot' })
  const earlier = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await ann.post(path, { kind: 'visit', dedupe_key: 'pricing', occurred_at: earlier })
  expect((await ann.get(path)).body.items).toHaveLength(1)
  expect((await ann.get(`/api/lead/${ids[0]}/score`)).body).toMatchObject({ fit: 90, intent: 40, score: 65 })
})

test('a score that a person gave stays the score of the lead', async () => {
  const { ann, ids } = await peopled()
  await ann.patch(`/api/lead/${ids[1]}`, { score: 99 })
  await ann.put('/api/leads/scoring', RULES)
  const { body } = await ann.post('/api/leads/score', { lead_ids: ids })
  expect(body.items.map(({ score }: { score: number }) => score)).toEqual([45, 15, 0, 0])
  expect((await ann.get(`/api/lead/${ids[1]}`)).body.score).toBe(99)
})

test('101 leads, none, and leads of others are refused, and no lead is scored', async () => {
  const [{ ann, ids }, other] = [await peopled(), await peopled()]
  const score = (lead_ids: unknown[]) => ann.post('/api/leads/score', { lead_ids })
  expect((await score(Array.from({ length: 101 }, (_, n) => n + 1))).body.detail).toMatchObject([
    { loc: ['body', 'lead_ids'], type: 'too_long', ctx: { max_length: 100, actual_length: 101 } },
  ])
  expect((await score([])).status).toBe(422)
  const foreign = await score([ids[0], other.ids[0]])
  expect([foreign.status, foreign.text]).toEqual([404, (await score([ids[0], 999_999_999])).text])
  for (const id of ids) expect((await ann.get(`/api/lead/${id}`)).body.score).toBe(null)
})

test('rules that cannot be computed are refused with every mistake at its place', async () => {
  const { ann } = await peopled()
  const wrong = {
    ...RULES,
    fit: [{ ...RULES.fit[0], filter: { field: 'shoe_size', op: 'eq', value: 1 } }, { ...RULES.fit[0] }],
    tiers: { hot: 10, warm: 40, cold: 60 },
  }
  const answer = await ann.put('/api/leads/scoring', wrong)
  expect(answer.status).toBe(422)
  expect(answer.body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))).toEqual(
    expect.arrayContaining(['body.fit.0.filter.field', 'body.fit.1.id', 'body.tiers']),
  )
})
