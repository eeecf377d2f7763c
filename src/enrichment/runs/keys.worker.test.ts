// Runs over lookups that need a key: skipped without one and counted so, asked with it, and the key is nowhere to be seen.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { createAccounts } from '../../identity/accounts/accounts.reads.ts'
import { deleteIntegration, updateIntegration } from '../../identity/integrations/integrations.commands.ts'
import { createLog } from '../../platform/log.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import type { HttpRequest } from '../../providers/kit/outside.ts'
import { githubOrganisation } from '../../providers/vendors/github.ts'
import { hunter, hunterDomainSearch } from '../../providers/vendors/hunter.ts'
import { leadmagic, leadmagicEmailFinder } from '../../providers/vendors/leadmagic.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { readRun } from './runs.reads.ts'
import { estimate, startRun } from './start-run.commands.ts'
import { addWorkbook, readCells, until } from './workbook.fixture.ts'
import { startRunWorker } from './worker/run.worker.ts'

const SECRET = 'a-key-of-hunter-0123456789'
const ANSWERS: Record<string, object> = {
  'api.github.com': { login: 'x', html_url: 'https://github.com/x', name: 'Of GitHub' },
  'api.hunter.io': {
    data: {
      organization: 'Of Hunter',
      pattern: null,
      emails: [{ value: 'a@example.com', confidence: 90 }],
      echo: SECRET,
    },
  },
  'api.leadmagic.io': { email: 'ada@example.com', status: 'valid', credits_consumed: 2 },
}
const catalog = [hunterDomainSearch, githubOrganisation, leadmagicEmailFinder]
const now = () => new Date()
const vault = createVault(randomBytes(32))
const sent: HttpRequest[] = []
/** What happens while a vendor is asked. */
let meanwhile = async () => {}
let worker: ReturnType<typeof startRunWorker>
const { database } = await openTenant()
beforeAll(async () => {
  const http = async (request: HttpRequest) => {
    sent.push(request)
    await meanwhile()
    const body = ANSWERS[new URL(request.url).host]
    return { ok: true as const, status: 200, headers: { 'x-echo': SECRET }, body: JSON.stringify(body) }
  }
  const fetchPage = () => Promise.reject(new Error('no pages here'))
  const accounts = createAccounts(database, vault, now)
  const dns = async () => ({ ok: false as const, message: 'no DNS here' })
  const tools = { now: Date.now, http, fetchPage, dns }
  const ask = createAsker({ cache: answerCache(database), toolsFor: () => tools, accounts, now })
  worker = startRunWorker({ database, log: createLog('silent'), catalog, ask, now })
})
afterAll(async () => {
  await worker?.close()
})

const company = { type: 'waterfall', name: 'Company', output: 'company_name' }
const askHunter = { id: 's1', provider: 'hunter-domain-search', inputs: { domain: '{{Name}}' } }
const askGithub = { id: 's2', provider: 'github-organisation', inputs: { github: '{{Name}}' } }

async function run(book: Awaited<ReturnType<typeof addWorkbook>>, mode: 'missing' | 'all' = 'all') {
  const scope = { workspace_id: book.workspace_id, role: 'owner', actor: null, principal: { user_id: 1 } } as never
  const { run_id } = await startRun({ database, catalog, now }, scope, book.id, { mode })
  worker.wake()
  await until(
    () => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, run_id)),
    ({ ended_at }) => ended_at !== null,
  )
  return readCells(database, book.id)
}
const expected = (book: { workspace_id: never; id: string }) =>
  estimate({ database, catalog, now }, book.workspace_id, book.id, { mode: 'all' })

it('skips a step without its key, says so, and asks it as soon as there is one', async () => {
  const book = await addWorkbook(database, ['one.com', 'two.com'], [{ ...company, steps: [askHunter] }])
  expect(await expected(book as never)).toMatchObject({ not_ready: 2, to_run: 0, expected_usd: 0, high_usd: 0 })
  for (const cell of await run(book)) expect(cell).toMatchObject({ status: 'skipped', reason: 'no_key', value: null })
  const [attempt] = await database.asOwner('select outcome, reason, detail from attempts where workbook_id = $1', [
    book.id,
  ])
  expect(attempt).toEqual({
    outcome: 'skipped',
    reason: 'no_key',
    detail: 'Hunter needs a key, and this workspace has none',
  })
  expect(sent).toEqual([])

  await database.inWorkspace(book.workspace_id, (tx) => updateIntegration(tx, vault, hunter, { api_key: SECRET }))
  expect(await expected(book as never)).toMatchObject({ not_ready: 0, to_run: 2, high_usd: 0.03 })
  for (const cell of await run(book))
    expect(cell).toMatchObject({ value: 'Of Hunter', provider: 'hunter-domain-search' })
  expect(sent.map(({ headers }) => headers['x-api-key'])).toEqual([SECRET, SECRET])
  const kept = await database.asOwner<{ row: string }>(
    `select t::text as row from attempts t union all select t::text from cells t union all select t::text from lookup_cache t
      union all select t::text from events t union all select t::text from outbox t union all select t::text from runs t`,
  )
  expect(kept.length).toBeGreaterThan(4)
  for (const { row } of kept) expect(row).not.toContain(SECRET)

  await database.inWorkspace(book.workspace_id, (tx) => deleteIntegration(tx, hunter))
  await database.asOwner('delete from lookup_cache')
  for (const cell of await run(book)) expect(cell).toMatchObject({ status: 'skipped', reason: 'no_key' })
  expect(sent).toHaveLength(2)
})

it('goes on to the next step of a waterfall that needs no key', async () => {
  sent.length = 0
  const book = await addWorkbook(database, ['acme'], [{ ...company, steps: [askHunter, askGithub] }])
  expect(await expected(book as never)).toMatchObject({ not_ready: 0, to_run: 1, high_usd: 0 })
  expect(await run(book)).toMatchObject([{ value: 'Of GitHub', provider: 'github-organisation' }])
  expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

it('writes down what the vendor says it took, not what was declared', async () => {
  const steps = [
    { id: 's1', provider: 'leadmagic-email-finder', inputs: { full_name: '{{Name}}', domain: 'example.com' } },
  ]
  const book = await addWorkbook(database, ['Ada Byron'], [{ ...company, output: 'work_email', steps }])
  await database.inWorkspace(book.workspace_id, (tx) => updateIntegration(tx, vault, leadmagic, { api_key: SECRET }))
  expect(await run(book)).toMatchObject([{ value: 'ada@example.com' }])
  const paid = await database.asOwner('select cost_micro::int as cost from attempts where workbook_id = $1', [book.id])
  expect(paid).toEqual([{ cost: 49_000 }])
})

it('asks no provider with a key that is removed during the run, and says so in the cells that are left', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `removed-${index}.com`)
  const book = await addWorkbook(database, many, [{ ...company, steps: [askHunter] }])
  await database.inWorkspace(book.workspace_id, async (tx) => {
    await updateIntegration(tx, vault, hunter, { api_key: SECRET })
    await updatePerformance(tx, { row_concurrency: 2 })
  })
  const before = sent.length
  meanwhile = async () => {
    if (sent.length === before + 3) await database.inWorkspace(book.workspace_id, (tx) => deleteIntegration(tx, hunter))
  }
  const cells = await run(book)
  meanwhile = async () => {}
  const found = cells.filter(({ status }) => status === 'complete')
  const left = cells.filter(({ status }) => status !== 'complete')
  expect(cells).toHaveLength(many.length)
  // Those under way may have been asked with the key that was there.
  expect(found.length).toBe(sent.length - before)
  expect(left.length).toBeGreaterThan(20)
  for (const { reason } of left) expect(['no_key', 'auth']).toContain(reason)
})
