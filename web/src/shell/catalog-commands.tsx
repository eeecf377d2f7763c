// What can be found, asked, sent, connected and begun from a recipe, in the command palette while it is open.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { outcomesOf } from '../features/columns/catalogue.logic.ts'
import { fieldSearchQuery, providersQuery } from '../features/columns/workbook.queries.ts'
import { workbooksQuery } from '../features/columns/workbooks.queries.ts'
import { recipesQuery } from '../features/recipes/recipes.queries.ts'
import { integrationsQuery } from '../features/settings/integrations/integrations.queries.ts'
import { useCommands } from '../session/commands.ts'
import { roleReaches, useWorkspace } from '../session/workspace.ts'
import { exportEntry, fieldEntries, kindEntries, recipeEntries, vendorEntries } from './palette-entries.ts'
import { useOpenEntry } from './use-open-entry.ts'

export function CatalogCommands({ question }: { question: string }) {
  const { role } = useWorkspace()
  const open = useOpenEntry()
  const { pathname } = useLocation()
  const asked = question.trim().slice(0, 200)
  const workbooks = useQuery(workbooksQuery())
  const providers = useQuery(providersQuery())
  const recipes = useQuery(recipesQuery())
  const vendors = useQuery({ ...integrationsQuery(), enabled: roleReaches(role, 'admin') })
  const fields = useQuery({ ...fieldSearchQuery(asked), enabled: asked !== '', placeholderData: keepPreviousData })
  const outcomes = useMemo(() => outcomesOf(providers.data ?? []), [providers.data])
  // The table that is open, or else the newest with rows.
  const list =
    workbooks.data?.find(({ id }) => pathname.includes(`/workbooks/${id}`)) ??
    workbooks.data?.find(({ total_rows }) => total_rows > 0)
  const entries = [
    ...(list ? [exportEntry(list)] : []),
    ...(list && roleReaches(role, 'editor')
      ? [...fieldEntries(outcomes, fields.isPlaceholderData ? [] : (fields.data ?? []), list), ...kindEntries(list)]
      : []),
    ...vendorEntries(vendors.data?.items ?? []),
    ...recipeEntries(recipes.data ?? []),
  ]
  useCommands(entries.map((entry) => ({ ...entry, run: () => void open(entry) })))
  return null
}
