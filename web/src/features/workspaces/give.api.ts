// What is given to several workspaces at once: one call a workspace, each under its own rules.
import { api, newKey, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { readDefinition } from '../columns/workbook-settings.api.ts'

type Give = (workspaceId: string) => Promise<unknown>

const inWorkspace = (id: string) => ({ 'x-workspace-id': id })

/** A hard limit a month. Whether lookups with an unknown price may be called under it stays as it is there. */
export const giveBudget =
  (limit_usd: number): Give =>
  async (id) => {
    const header = inWorkspace(id)
    const { items } = await take(api.GET('/api/billing/budgets', { params: { header } }))
    const budget = { scope: 'workspace', period: 'month', kind: 'hard' } as const
    const stored = items.find(
      ({ scope, period, kind }) => scope === budget.scope && period === budget.period && kind === budget.kind,
    )
    const allow_unknown_prices = stored?.allow_unknown_prices ?? false
    return take(
      api.PUT('/api/billing/budgets', {
        params: { header },
        body: { items: [{ ...budget, limit_usd, allow_unknown_prices }] },
      }),
    )
  }

/** Which of the workspaces have a key of this vendor already. */
export async function workspacesWithKey(ids: readonly string[], integrationId: string): Promise<string[]> {
  const having: string[] = []
  for (const id of ids) {
    const { items } = await take(
      api.GET('/api/settings/workspace-integrations', { params: { header: inWorkspace(id) } }),
    )
    if (items.some((one) => one.id === integrationId && one.fields.some(({ set }) => set))) having.push(id)
  }
  return having
}

export const giveKey =
  (integration_id: string, values: Record<string, string>): Give =>
  (id) =>
    take(
      api.PUT('/api/settings/workspace-integrations/{integration_id}', {
        params: { header: inWorkspace(id), path: { integration_id } },
        body: { values },
      }),
    )

type Definition = NonNullable<Schemas['WorkbookCreate']['definition']>

/** The columns, views and duplicate key of a workbook of this workspace, without rows and without keys. */
export async function definitionOf(workbookId: string): Promise<Definition> {
  return JSON.parse(await (await readDefinition(workbookId, 'json')).text())
}

export function giveDefinition(name: string, definition: Definition): Give {
  // A retry is the same call only where the answer of the first is not known: a refusal would be repeated under its key.
  const unanswered = new Map<string, string>()
  return async (id) => {
    const key = unanswered.get(id) ?? newKey()
    unanswered.set(id, key)
    try {
      return await take(
        api.POST('/api/workbooks', {
          params: { header: { ...inWorkspace(id), 'idempotency-key': key } },
          body: { name, source_type: 'empty', definition },
        }),
      )
    } catch (error) {
      const { status, retryAfter } = asProblem(error)
      if (status >= 400 && status < 500 && retryAfter === null) unanswered.delete(id)
      throw error
    }
  }
}
