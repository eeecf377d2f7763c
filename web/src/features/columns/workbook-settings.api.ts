// Calls about a whole workbook: its duplicate key, copies of it, and its definition.
import { api, once, take } from '../../api/client.ts'
import type { Schemas, Workbook } from '../../api/shapes.ts'

export type PlannedChange = Schemas['DefinitionPlan']['changes'][number]

const path = (workbook_id: string) => ({ path: { workbook_id } })

export const getIdentity = (id: string, signal: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/identity', { params: path(id), signal }))

export const previewIdentity = (id: string, columns: Schemas['IdentityColumn'][], signal: AbortSignal) =>
  take(api.POST('/api/workbooks/{workbook_id}/identity/preview', { params: path(id), body: { columns }, signal }))

export const setIdentity = (id: string, columns: Schemas['IdentityColumn'][] | null) =>
  take(api.PUT('/api/workbooks/{workbook_id}/identity', { params: path(id), body: { columns } }))

export const findDuplicates = (id: string, columns: Schemas['IdentityColumn'][]) =>
  take(api.POST('/api/workbooks/{workbook_id}/duplicates/find', { params: path(id), body: { columns } }))

export const settleDuplicates = (
  id: string,
  columns: Schemas['IdentityColumn'][],
  act: 'merge' | 'delete',
  count: number,
) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/settle', {
      params: { ...path(id), ...once() },
      body: { columns, act, expected_count: count },
    }),
  )

export const duplicateWorkbook = (id: string, body: { name?: string; rows: boolean }) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicate', {
      params: { ...path(id), ...once() },
      body,
    }),
  ) as Promise<Workbook>

export type DefinitionSyntax = 'yaml' | 'json'

export const readDefinition = (id: string, format: DefinitionSyntax) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/definition', { params: { ...path(id), query: { format } }, parseAs: 'blob' }),
  )

/** What applying it would change; nothing is changed. */
export const planDefinition = (id: string, definition: string) =>
  take(
    api.PUT('/api/workbooks/{workbook_id}/definition', {
      params: { ...path(id), query: { mode: 'plan' } },
      body: { definition },
    }),
  )

/** Exactly the plan with that hash. */
export const applyDefinition = (id: string, definition: string, hash: string) =>
  take(
    api.PUT('/api/workbooks/{workbook_id}/definition', {
      params: { ...path(id), query: { mode: 'apply' } },
      body: { definition, hash },
    }),
  )
