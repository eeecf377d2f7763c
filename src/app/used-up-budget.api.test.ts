// When the budget of a workspace is used up, no entry point makes a paid call, and each says why. What can cause a paid call is taken
// from the description of the API and the registries, so that a new way is held to it by itself.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operation, specsOf } from '../../test/operations.ts'
import { ACTIONS } from '../automation/actions/registry.ts'
import { TOOLS as ALL_TOOLS } from '../automation/tools/registry.ts'
import { COLUMN_KINDS } from '../engine/columns/kinds/kinds.generated.ts'
import { must } from '../enrichment/kinds/kinds.fixture.ts'
import {
  COLUMNS,
  type Market,
  OPERATIONS,
  openShop,
  RULE_ACTIONS,
  type Shop,
  startMarket,
  TOOLS,
  type Way,
} from './paid-ways.fixture.ts'

type Declared = Operation['spec'] & { 'x-effects'?: string[]; 'x-token-capabilities'?: string[] }
const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
const spending = specsOf<Declared>(document).flatMap(({ method, spec }) =>
  method !== 'GET' && (spec['x-effects']?.includes('spends') || spec['x-capability'] === 'runs.execute')
    ? [spec.operationId]
    : [],
)

/** Those that an access token opens. */
const openToTokens = new Set(
  specsOf<Declared>(document).flatMap(({ spec }) => (spec['x-token-capabilities'] ? [spec.operationId] : [])),
)

/** May be among those that spend, and asks nothing that costs; each with the reason. */
const FREE_OPERATIONS: Record<string, string> = {
  cancel_run: 'ends a run',
  pause_run: 'stops a run for now',
  resume_run: 'is held to it in token-limits.api.test.ts, where no worker asks before the run is paused',
  stop_workbook: 'ends runs',
  stop_workspace: 'ends runs',
  disarm_auto_run: 'ends what runs by itself',
  open_provider: 'lets further calls be made, and makes none',
  ask_for_company_icons: 'reads public pages, which are free',
}
const FREE_ACTIONS: Record<string, string> = {
  add_to_workbook: 'stores a row',
  await_outcome: 'waits',
  branch: 'decides',
  create_watch: 'stores a watch, whose polls are free',
  crm_push: 'calls a CRM, which has no price for a call',
  enroll: 'mail has no price',
  notify: 'stores a notice',
  update_lead: 'stores a lead',
  wait: 'waits',
  webhook: 'calls an address, which has no price',
}
const FREE_COLUMNS: Record<string, string> = {
  formula: 'is computed here',
  input: 'is typed',
  lead_field: 'is read from the lead store',
  lookup: 'is read from another workbook',
  match: 'compares with what is stored',
  output: 'delivers, which has no price',
}

let market: Market
let shop: Shop
beforeAll(async () => {
  market = await startMarket()
  shop = await openShop(market)
})
afterAll(() => market?.close())

interface Begun {
  id: string
  name?: string
  ended_at?: string | null
  finished_at?: string | null
}

/** What someone in the workspace is told of what has ended since: runs of the workbook with this name, jobs, and runs of rules with all that they did. */
async function toldSince(since: Date, word: string): Promise<string> {
  const itemsOf = async (path: string): Promise<Begun[]> => (await must(shop.call('GET', path), 200)).items
  const ended = async (path: string) =>
    (await itemsOf(path)).filter(({ ended_at, finished_at }) => new Date(ended_at ?? finished_at ?? 0) >= since)
  const [book] = (await itemsOf('/api/workbooks?limit=200')).filter(({ name }) => name === word)
  const jobs = await ended('/api/jobs')
  const runs = book ? await ended(`/api/workbooks/${book.id}/runs`) : []
  const acts = (await ended('/api/automations/runs')).map(({ id }) => shop.call('GET', `/api/automations/runs/${id}`))
  return JSON.stringify([jobs, runs, (await Promise.all(acts)).map(({ text }) => text)])
}

let words = 0
async function hold(way: Way, takesToken: boolean): Promise<void> {
  words++
  await shop.allow(100)
  const poor = await way(shop, `poor${words}x`)
  await shop.settle()
  await shop.allow(0)
  const [before, since] = [market.asked(), new Date()]
  const answer = await poor()
  await shop.settle()
  expect(market.asked() - before, answer).toBe(0)
  expect(`${answer} ${await toldSince(since, `poor${words}x`)}`).toMatch(/budget/i)
  // With money it asks, so that what was counted is what it asks.
  const word = `rich${words}x`
  await shop.allow(100)
  const rich = await way(shop, word)
  await shop.settle()
  await shop.allow(100)
  const [prepared, began] = [market.asked(word), new Date()]
  const all = market.asked()
  const said = await rich()
  await shop.settle()
  expect(market.asked(word) - prepared, `${said} ${await toldSince(since, word)}`).toBeGreaterThan(0)
  expect(await shop.booked(began), 'each call is booked once').toBe(market.asked() - all)
  if (takesToken) await holdToken(way)
  await shop.allow(0)
}

/** The same for a token whose own budget is used up, in a workspace that has money. */
async function holdToken(way: Way): Promise<void> {
  await shop.allow(100)
  const poor = await way(shop, `token${words}x`)
  await shop.settle()
  await shop.allow(100)
  const [before, since] = [market.asked(), new Date()]
  await shop.actAs('poor token')
  const answer = await poor().finally(() => shop.actAs('admin'))
  await shop.settle()
  expect(market.asked() - before, answer).toBe(0)
  expect(`${answer} ${await toldSince(since, `token${words}x`)}`).toMatch(/budget/i)
}

describe.each([
  ['the operation', spending, OPERATIONS, FREE_OPERATIONS],
  [
    'the tool',
    ALL_TOOLS.filter(({ kind, operations }) => kind === 'spend' && operations.some((id) => spending.includes(id))).map(
      ({ name }) => name,
    ),
    TOOLS,
    {},
  ],
  ['the action of rules', ACTIONS.map(({ kind }) => kind), RULE_ACTIONS, FREE_ACTIONS],
  ['a column of the kind', COLUMN_KINDS.map(({ schema }) => schema.properties.type.const), COLUMNS, FREE_COLUMNS],
] as [string, string[], Record<string, Way>, Record<string, string>][])('%s', (_, declared, ways, free) => {
  test('is known here, if it may cost', () => {
    const unknown = declared.filter((name) => !(name in ways) && !(name in free))
    expect(unknown).toEqual([])
  })

  test.runIf(ways === OPERATIONS)('says in the description of the API that it spends, if it does', () => {
    const declared = specsOf<Declared>(document).filter(({ spec }) => spec['x-effects']?.includes('spends'))
    const names = declared.map(({ spec }) => spec.operationId)
    expect(Object.keys(ways).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(
    Object.entries(ways),
  )('%s asks nothing when the budget of the workspace is used up, and tells it', (name, way) =>
    hold(way, ways === OPERATIONS && openToTokens.has(name)))
})
