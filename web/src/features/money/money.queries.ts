// What the pages of money ask of the API, and what they change.

import { api, take } from '../../api/client.ts'
import { everyItem, invalidateSoon, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Group = 'provider' | 'lookup' | 'workbook' | 'column' | 'user' | 'token' | 'day'

const money = (name: string) => keys.settings(`money ${name}`)

export const balanceQuery = () => ({
  queryKey: money('balance'),
  queryFn: () => take(api.GET('/api/billing/balance')),
})

export const spendingQuery = (group_by: Group, from: string, to: string) => ({
  queryKey: [...money('spending'), group_by, from, to],
  queryFn: () =>
    everyItem<Schemas['SpendingItem']>((page) =>
      take(api.GET('/api/billing/usage', { params: { query: { group_by, from, to, ...page } } })),
    ),
})

export const ledgerQuery = (from: string, to: string) => ({
  queryKey: [...money('ledger'), from, to],
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/billing/ledger', {
        params: { query: { from, to, limit: 50, ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  getNextPageParam: (last: Schemas['LedgerList']) => last.next_cursor,
})

export const workbookCostQuery = (workbook_id: string) => ({
  queryKey: [...keys.workbook(workbook_id), 'cost'],
  queryFn: () => take(api.GET('/api/workbooks/{workbook_id}/cost', { params: { path: { workbook_id } } })),
})

const FIGURES = ['balance', 'spending', 'ledger']

/** After anything about money was changed or spent. */
export function forgetMoney() {
  for (const name of FIGURES) void queries.invalidateQueries({ queryKey: money(name) })
}

/** The same for events, which come in bursts. */
export function forgetMoneySoon() {
  for (const name of FIGURES) invalidateSoon(money(name))
}

export async function putBudget(budget: Schemas['BudgetUpdate']) {
  await take(api.PUT('/api/billing/budgets', { body: { items: [budget] } }))
  forgetMoney()
}

export async function putWorkbookBudget(workbook_id: string, max_usd: number | null) {
  await take(api.PUT('/api/workbooks/{workbook_id}/budget', { params: { path: { workbook_id } }, body: { max_usd } }))
  void queries.invalidateQueries({ queryKey: workbookCostQuery(workbook_id).queryKey })
  forgetMoney()
}

export async function settleLine(line_id: string, amount_usd: number) {
  await take(api.POST('/api/billing/ledger/{line_id}/settle', { params: { path: { line_id } }, body: { amount_usd } }))
  forgetMoney()
}

export const ledgerFile = (from: string, to: string): Promise<Blob> =>
  take(api.GET('/api/billing/ledger/export.csv', { params: { query: { from, to } }, parseAs: 'blob' }))

/** Sets the price of a lookup; without one, goes back to the catalog's. */
export async function putPrice(provider_id: string, price: { price_usd: number; billing_rule: string } | null) {
  const at = { params: { path: { provider_id } } }
  await take(
    price
      ? api.PUT('/api/settings/providers/{provider_id}/price', { ...at, body: price })
      : api.DELETE('/api/settings/providers/{provider_id}/price', at),
  )
  await queries.invalidateQueries({ queryKey: keys.providers() })
}
