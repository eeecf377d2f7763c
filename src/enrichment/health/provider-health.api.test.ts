// How providers are doing, over the API: figures of the newest attempts, what is closed and why, and asking again.
import { expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { firstIdOf, newId, type WorkspaceId } from '../../kernel/ids.ts'
import { catalog } from '../../providers/catalog.ts'
import { providerHealthRoutes } from './provider-health.routes.ts'

const NOW = new Date('2026-03-31T22:30:00Z')
const { database, app } = await openTenant((database) => providerHealthRoutes(database, catalog, () => NOW))

interface Made {
  provider?: string
  minutesAgo?: number
  outcome?: string
  state?: string
  cached?: boolean
  ms?: number
  detail?: string
}

async function addAttempts(workspaceId: WorkspaceId, attempts: Made[]) {
  for (const { provider = 'hunter-email-finder', minutesAgo = 1, outcome = 'found', ...more } of attempts) {
    const at = new Date(NOW.getTime() - minutesAgo * 60_000)
    const id = firstIdOf(at).slice(0, 15) + newId().slice(15)
    await database.asOwner(
      `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, step_id, provider, state, outcome, reason, detail, cached, duration_ms, started_at)
        values ($1, $2, $3, $3, 'c1', 's', $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        workspaceId,
        id,
        newId(),
        provider,
        more.state ?? 'settled',
        outcome,
        outcome === 'failed' ? 'timeout' : null,
        more.detail ?? null,
        more.cached ?? false,
        more.ms ?? 100,
        at,
      ],
    )
  }
}

const close = (workspaceId: WorkspaceId, account: string, kind = 'circuit_open') =>
  database.asOwner(
    `insert into provider_health (workspace_id, account, kind, reason, detail, until) values ($1, $2, $3, 'timeout', 'It failed 12 times in a row', now() + interval '1 hour')`,
    [workspaceId, account, kind],
  )

const PATH = '/api/settings/providers/health'

test('calls of one account are added up, and told by lookup; what was not asked or only made up does not count', async () => {
  const here = await addWorkspace(database)
  await addAttempts(here, [
    { ms: 100 },
    { ms: 300, outcome: 'not_found' },
    { ms: 900, outcome: 'failed', detail: 'It did not answer within 10 s' },
    { ms: 50, outcome: 'later' },
    { cached: true, ms: 0 },
    { outcome: 'skipped' },
    { state: 'reserved', outcome: 'found' },
    { provider: 'test:hunter-email-finder' },
    { provider: 'hunter-email-verifier', ms: 200 },
  ])
  const { body } = await callerOf(app, here, 'viewer').get(PATH)
  expect(body).toMatchObject({ is_cut: false, from: '2026-03-31T22:29:00.000Z' })
  expect(body.items).toHaveLength(1)
  const [hunter] = body.items
  expect(hunter).toMatchObject({
    account: 'hunter',
    label: 'Hunter',
    integration_id: 'hunter',
    state: 'well',
    closed: null,
    calls: 5,
    hits: 2,
    misses: 1,
    errors: 1,
    throttled: 1,
    cached: 1,
    hit_rate: 2 / 3,
    error_rate: 0.2,
    p50_ms: 200,
    p95_ms: 900,
    last_error: { reason: 'timeout', detail: 'It did not answer within 10 s' },
  })
  expect(hunter.lookups.map(({ id, calls }: { id: string; calls: number }) => [id, calls])).toEqual([
    ['hunter-email-finder', 4],
    ['hunter-email-verifier', 1],
  ])
})

test('a period counts only what was asked in it', async () => {
  const here = await addWorkspace(database)
  await addAttempts(here, [{ minutesAgo: 30 }, { minutesAgo: 90 }, { minutesAgo: 3 * 1440 }, { minutesAgo: 8 * 1440 }])
  const reader = callerOf(app, here, 'viewer')
  const calls = async (period: string) => (await reader.get(`${PATH}?period=${period}`)).body.items[0].calls
  expect([await calls('1h'), await calls('24h'), await calls('7d')]).toEqual([1, 2, 3])
})

test('a closed provider comes first, with the reason, and no other workspace sees it', async () => {
  const here = await addWorkspace(database)
  const there = await addWorkspace(database)
  await addAttempts(here, [{ provider: 'gleif-company' }])
  await close(here, 'findymail')
  const { body } = await callerOf(app, here, 'viewer').get(PATH)
  expect(body.items.map(({ account, state }: { account: string; state: string }) => [account, state])).toEqual([
    ['findymail', 'circuit_open'],
    ['gleif', 'well'],
  ])
  expect(body.items[0]).toMatchObject({
    label: 'Findymail',
    calls: 0,
    hit_rate: null,
    p50_ms: null,
    closed: { reason: 'timeout', detail: 'It failed 12 times in a row', trials: 0 },
  })
  expect((await callerOf(app, there, 'viewer').get(PATH)).body.items).toEqual([])
})

test('an editor has a closed provider asked again; one that asked to wait, and one that is not closed, are left alone', async () => {
  const here = await addWorkspace(database)
  await close(here, 'findymail')
  await close(here, 'hunter', 'throttled')
  const open = (role: 'viewer' | 'editor', account: string) => callerOf(app, here, role).post(`${PATH}/${account}/open`)
  expect((await open('viewer', 'findymail')).status).toBe(403)
  const answer = await open('editor', 'findymail')
  expect(answer.body.items.map(({ account }: { account: string }) => account)).toEqual(['hunter'])
  expect((await open('editor', 'findymail')).status).toBe(404)
  expect((await open('editor', 'hunter')).status).toBe(409)
  const emitted = await database.asOwner(`select type from outbox where workspace_id = $1`, [here])
  expect(emitted).toEqual([{ type: 'provider.opened' }])
})
