// The ledger, sums of it, budgets and the cost of a workbook over the API, on lines of two workspaces.
import { describe, expect, it } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { billingRoutes } from './billing.routes.ts'
import { budgetRoutes } from './budgets.routes.ts'

const NOW = new Date('2026-03-31T22:30:00Z')
const { database, app, newcomer } = await openTenant((database) => [
  ...billingRoutes(database, () => NOW),
  ...budgetRoutes(database, () => NOW),
])

interface Line {
  at?: string
  state?: string
  micro?: number | null
  provider?: string
  column?: string
  user?: number
  run?: string
}

async function addLines(book: { workspace_id: WorkspaceId; id: string }, lines: Line[]): Promise<string[]> {
  const ids: string[] = []
  for (const { at = NOW.toISOString(), state = 'settled', micro = 1_000_000, ...more } of lines) {
    const id = newId()
    ids.push(id)
    const text = `insert into ledger_lines (workspace_id, id, at, state, reserved_micro, amount_micro, basis, price_micro, rule, provider, lookup,
        workbook_id, column_id, user_id, run_id) values ($1, $2, $3, $4, $5, case $4 when 'settled' then $5::bigint end, 'catalogue', $5, 'on_hit', $6, $6 || '-x', $7, $8, $9, $10)`
    const values = [
      book.workspace_id,
      id,
      at,
      state,
      micro,
      more.provider ?? 'hunter',
      book.id,
      more.column ?? 'c1',
      more.user ?? 1,
      more.run ?? null,
    ]
    await database.inWorkspace(book.workspace_id, (tx) => tx.client.query(text, values))
  }
  return ids
}

async function setUp(
  lines: Line[],
): Promise<{ book: { workspace_id: WorkspaceId; id: string }; admin: Caller; ids: string[] }> {
  const book = await addWorkbook(database, ['a'], [])
  return { book, admin: callerOf(app, book.workspace_id, 'admin'), ids: await addLines(book, lines) }
}

describe('the ledger', () => {
  it('is read page by page, newest first, also where many lines have one moment, and no other workspace sees it', async () => {
    const { admin, ids } = await setUp(Array.from({ length: 7 }, (_, n) => ({ provider: n < 4 ? 'hunter' : '=cmd()' })))
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await admin.get(`/api/billing/ledger?limit=3&cursor=${cursor}`)
      seen.push(...body.items.map((item: { id: string }) => item.id))
      cursor = body.next_cursor
    }
    expect(seen).toEqual([...ids].sort().reverse())
    expect((await admin.get('/api/billing/ledger?provider=hunter')).body.items.length).toBe(4)
    expect((await admin.get('/api/billing/ledger?from=2026-04-01')).body.items).toEqual([])
    const stranger = await newcomer('admin')
    expect((await stranger.get('/api/billing/ledger')).body.items).toEqual([])
    const file = await admin.get('/api/billing/ledger/export.csv')
    expect(file.text.split('\r\n').length).toBe(9)
    expect(file.text).toContain(",'=cmd(),")
    expect(file.text).not.toContain(',=cmd')
  })

  it('lets an administrator enter what an uncertain call cost, and budgets count with that at once', async () => {
    const { book, admin, ids } = await setUp([{ state: 'uncertain' }, { state: 'settled' }, { state: 'reserved' }])
    const set = { items: [{ scope: 'workspace', period: 'month', limit_usd: 4 }] }
    expect((await admin.put('/api/billing/budgets', set)).body.items).toMatchObject([
      { spent_usd: 1, uncertain_usd: 1, reserved_usd: 1, left_usd: 1, share: 50, kind: 'hard' },
    ])
    const settle = (id: string, amount_usd: number) => admin.post(`/api/billing/ledger/${id}/settle`, { amount_usd })
    expect((await settle(ids[0] as string, 0.25)).status).toBe(204)
    expect((await settle(ids[0] as string, 0.5)).status).toBe(204)
    expect((await settle(ids[1] as string, 0.5)).status).toBe(409)
    expect((await settle(ids[2] as string, 0.5)).status).toBe(409)
    const { body } = await admin.get('/api/billing/balance')
    expect(body.budgets).toMatchObject([{ spent_usd: 1.5, uncertain_usd: 0, left_usd: 1.5 }])
    expect(body).toMatchObject({ month: { spent_usd: 1.5, calls: 2 }, reserved_usd: 1, uncertain_usd: 0 })
    const editor = callerOf(app, book.workspace_id, 'editor')
    expect((await editor.post(`/api/billing/ledger/${ids[0]}/settle`, { amount_usd: 1 })).status).toBe(403)
  })
})

describe('sums', () => {
  it('are told by each thing, the dearest first, days of UTC newest first', async () => {
    const { book, admin } = await setUp([
      { at: '2026-03-30T23:59:59.999Z', micro: 10 },
      { at: '2026-03-31T00:00:00Z', micro: 200, column: 'c9', provider: 'zerobounce' },
      { at: '2026-03-31T23:59:59Z', micro: 3000, user: 77 },
      { at: '2026-02-01T00:00:00Z', micro: 40_000 },
      { state: 'unpriced', micro: null },
    ])
    const by = async (group: string, more = '') =>
      (await admin.get(`/api/billing/usage?group_by=${group}${more}`)).body.items.map(
        (item: Record<string, unknown>) => [item.key, item.name, item.spent_usd, item.calls],
      )
    expect(await by('day')).toEqual([
      ['2026-03-31', '2026-03-31', 0.0032, 3],
      ['2026-03-30', '2026-03-30', 0.00001, 1],
    ])
    expect(await by('provider')).toEqual([
      ['hunter', 'Hunter', 0.00301, 3],
      ['zerobounce', 'ZeroBounce', 0.0002, 1],
    ])
    expect(await by('column')).toEqual([
      [`${book.id}/c1`, 'Name', 0.00301, 3],
      [`${book.id}/c9`, null, 0.0002, 1],
    ])
    expect(await by('workbook')).toEqual([[book.id, 'Test', 0.00321, 4]])
    expect(await by('user', '&from=2026-01-01')).toEqual([
      ['1', null, 0.04021, 4],
      ['77', null, 0.003, 1],
    ])
    expect(await by('token')).toEqual([[null, null, 0.00321, 4]])
    const cost = await admin.get(`/api/workbooks/${book.id}/cost`)
    expect(cost.body).toMatchObject({
      max_usd: null,
      total: { spent_usd: 0.04321, calls: 5, unpriced: 1 },
      month: { spent_usd: 0.00321 },
      today: { spent_usd: 0.0032 },
      budgets: [],
    })
  })

  it('come in pages that neither repeat nor miss a group', async () => {
    const { admin } = await setUp(
      ['a', 'b', 'c', 'openai-compatible', 'e'].map((provider, n) => ({ provider, micro: n < 3 ? 500 : 100 * n })),
    )
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await admin.get(`/api/billing/usage?group_by=provider&limit=2&cursor=${cursor}`)
      seen.push(...body.items.map(({ name }: { name: string }) => name))
      cursor = body.next_cursor
    }
    expect(seen).toEqual(['c', 'b', 'a', 'e', 'OpenAI-compatible server'])
  })
})

describe('budgets', () => {
  it('are set and taken away by what they are for, all or none, and others stay', async () => {
    const { book, admin } = await setUp([])
    const put = (...items: object[]) => admin.put('/api/billing/budgets', { items })
    const month = { scope: 'workspace', period: 'month', limit_usd: 10 }
    await put(
      month,
      { ...month, kind: 'soft', limit_usd: 5 },
      { scope: 'column', workbook_id: book.id, column_id: 'c1', period: 'day', limit_usd: 0 },
    )
    const refused = await put({ ...month, limit_usd: null }, { scope: 'workbook', period: 'run', limit_usd: 1 })
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'items', 1, 'workbook_id'], type: 'missing' }])
    const { body } = await put({ ...month, limit_usd: null })
    expect(body.items.map((one: Record<string, unknown>) => [one.scope, one.kind, one.limit_usd, one.name])).toEqual([
      ['workspace', 'soft', 5, null],
      ['column', 'hard', 0, 'Test → Name'],
    ])
    for (const bad of [
      { scope: 'user', user_id: 999, period: 'day', limit_usd: 1 },
      { scope: 'workbook', workbook_id: newId(), period: 'day', limit_usd: 1 },
      { scope: 'column', workbook_id: book.id, column_id: 'c99', period: 'day', limit_usd: 1 },
      { ...month, limit_usd: -1 },
    ])
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(422)
    expect(
      (await callerOf(app, book.workspace_id, 'editor').put('/api/billing/budgets', { items: [month] })).status,
    ).toBe(403)
  })

  it('of a workbook are its editors’ to set, and count what it has cost before', async () => {
    const { book, admin } = await setUp([{ micro: 750_000 }])
    const editor = callerOf(app, book.workspace_id, 'editor')
    expect((await editor.put(`/api/workbooks/${book.id}/budget`, { max_usd: 3 })).body).toMatchObject({
      max_usd: 3,
      budgets: [{ scope: 'workbook', name: 'Test', spent_usd: 0.75, left_usd: 2.25, share: 25 }],
    })
    expect((await editor.put(`/api/workbooks/${book.id}/budget`, { max_usd: null })).body.max_usd).toBeNull()
    expect((await admin.get('/api/billing/budgets')).body.items).toEqual([])
    const acts = await database.asOwner<{ before: unknown; after: { limit_usd: number } | null }>(
      `select before, after from audit_log where workspace_id = $1 and act = 'budget.changed' order by ts, id`,
      [book.workspace_id],
    )
    expect(acts.map(({ after }) => after?.limit_usd ?? null)).toEqual([3, null])
    expect((await callerOf(app, book.workspace_id, 'viewer').get(`/api/workbooks/${book.id}/cost`)).status).toBe(200)
  })
})
