// Every workspace of the user at a glance, and what is given to several of them at once: one call a workspace, each under its own rules.
import { api, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { everyItem, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

const place = [...keys.workspaces, 'overview']

export const overviewQuery = () => ({
  queryKey: place,
  queryFn: () =>
    everyItem<Schemas['WorkspaceOverview']>((page) =>
      take(api.GET('/api/workspaces/overview', { params: { query: { ...page, limit: 50 } } })),
    ),
})

export interface GivenResult {
  workspace: Schemas['WorkspaceOverview']
  /** Why it was refused there; absent where it was done. */
  refused?: string
}

/** In order, so that a stop leaves a known rest. A refusal in one workspace holds up no other. */
export async function giveToAll(
  workspaces: readonly Schemas['WorkspaceOverview'][],
  give: (header: WorkspaceHeader) => Promise<unknown>,
  onProgress: (results: readonly GivenResult[]) => void,
): Promise<GivenResult[]> {
  const results: GivenResult[] = []
  for (const workspace of workspaces) {
    try {
      await give({ 'x-workspace-id': workspace.id })
      results.push({ workspace })
    } catch (error) {
      results.push({ workspace, refused: asProblem(error).message })
    }
    onProgress([...results])
  }
  void queries.invalidateQueries({ queryKey: place })
  return results
}

type WorkspaceHeader = { 'x-workspace-id': string }

export const giveBudget = (limit_usd: number, kind: 'hard' | 'soft') => (header: WorkspaceHeader) =>
  take(
    api.PUT('/api/billing/budgets', {
      params: { header },
      body: { items: [{ scope: 'workspace', period: 'month', kind, limit_usd, allow_unknown_prices: false }] },
    }),
  )

export const giveKey = (integration_id: string, values: Record<string, string>) => (header: WorkspaceHeader) =>
  take(
    api.PUT('/api/settings/workspace-integrations/{integration_id}', {
      params: { header, path: { integration_id } },
      body: { values },
    }),
  )

type Definition = NonNullable<Schemas['WorkbookCreate']['definition']>

/** The columns, views and duplicate key of a workbook of this workspace, without rows and without keys. */
export async function readSetUp(workbook_id: string): Promise<Definition> {
  const params = { path: { workbook_id }, query: { format: 'json' as const } }
  const file = await take(api.GET('/api/workbooks/{workbook_id}/definition', { params, parseAs: 'blob' }))
  return JSON.parse(await file.text())
}

export const giveSetUp = (name: string, definition: Definition) => (header: WorkspaceHeader) =>
  take(api.POST('/api/workbooks', { params: { header }, body: { name, source_type: 'empty', definition } }))
