// What the workbook page keeps in the query cache.
import { queryOptions } from '@tanstack/react-query'
import { freshFor, keys } from '../../api/queries.ts'
import {
  estimateRun,
  getPage,
  getRow,
  getTrace,
  listProviders,
  listRuns,
  searchFields,
  suggestInputs,
  suggestLeadInputs,
} from './workbook.api.ts'
import type { RunRequestParts } from './workbook.shapes.ts'

/** Rows per page of the grid. */
export const PAGE_ROWS = 200

/** The workbook with its first page of rows. */
export const workbookQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'first page'],
    queryFn: ({ signal }) => getPage(id, 1, PAGE_ROWS, signal),
    staleTime: freshFor(5_000),
  })

/** A row that is not on the grid. */
export const rowQuery = (id: string, rowId: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'row', rowId],
    queryFn: ({ signal }) => getRow(id, rowId, signal),
  })

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'runs'],
    queryFn: ({ signal }) => listRuns(id, signal),
    staleTime: freshFor(5_000),
  })

export const providersQuery = () =>
  queryOptions({
    // Whether a lookup is ready depends on the keys of the workspace, which may be entered in another tab.
    queryKey: keys.providers(),
    queryFn: async ({ signal }) => (await listProviders(signal)).items,
    staleTime: freshFor(5_000),
  })

/** What the inputs of providers would read of the columns as they are now. */
export const suggestedInputsQuery = (id: string, self?: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'suggested inputs', self ?? ''],
    queryFn: ({ signal }) => suggestInputs(id, self, signal),
    staleTime: 0,
  })

export const leadInputsQuery = () =>
  queryOptions({
    queryKey: [...keys.providers(), 'lead inputs'],
    queryFn: ({ signal }) => suggestLeadInputs(signal),
    staleTime: 60_000,
  })

/** The fields that answer a question about the catalog, best first. */
export const fieldSearchQuery = (question: string) =>
  queryOptions({
    queryKey: [...keys.providers(), 'search', question],
    queryFn: ({ signal }) => searchFields(question, signal),
    staleTime: 60_000,
  })

export const traceQuery = (id: string, row: string, column: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'trace', row, column],
    queryFn: ({ signal }) => getTrace(id, row, column, signal),
    staleTime: 0,
  })

export const estimateQuery = (id: string, scope: RunRequestParts) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'estimate', scope],
    queryFn: ({ signal }) => estimateRun(id, scope, signal),
    staleTime: freshFor(10_000),
  })
