// What the forms of made columns and the pages of secrets and models ask of the API, and what they change.
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { AiAsked, ColumnToTry, ExpectedValues, Secret } from '../columns/custom.shapes.ts'

export const allSecretsQuery = () => ({
  queryKey: keys.settings('secrets'),
  queryFn: () => take(api.GET('/api/settings/secrets')),
})

/** Those that are there. */
export const secretsQuery = () => ({
  ...allSecretsQuery(),
  select: ({ items }: { items: Secret[] }) => items,
})

/** What is absent stays as it is. */
export async function putSecret(
  name: string,
  change: { value?: string; hosts?: string[]; columns?: Secret['columns'] },
) {
  const secret = await take(api.PUT('/api/settings/secrets', { body: { name, ...change } }))
  await queries.invalidateQueries({ queryKey: secretsQuery().queryKey })
  return secret
}

export async function deleteSecret(name: string) {
  await take(api.DELETE('/api/settings/secrets', { params: { query: { name } } }))
  await queries.invalidateQueries({ queryKey: secretsQuery().queryKey })
}

/** Asks every vendor that is set up which models it has now, so it is not asked at every look. */
export const modelsQuery = () => ({
  queryKey: keys.settings('models'),
  queryFn: () => take(api.GET('/api/settings/models')),
  staleTime: 60_000,
})

export async function putModelPrice(model: string, price: { input_usd: number; output_usd: number } | null) {
  await (price
    ? take(api.PUT('/api/settings/models/prices', { body: { model, ...price } }))
    : take(api.DELETE('/api/settings/models/prices', { params: { query: { model } } })))
  await queries.invalidateQueries({ queryKey: modelsQuery().queryKey })
}

/** Makes real calls for the given rows or the first ones; stores nothing. With `test` it makes no calls, and the answers are made up. */
export const tryColumn = (workbook_id: string, column: ColumnToTry, row_ids: string[], test: boolean) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/columns/try', {
      params: { path: { workbook_id } },
      body: { column, ...(row_ids.length > 0 ? { row_ids } : {}), ...(test && { test }) },
    }),
  )

export const compareVariants = (workbook_id: string, variants: AiAsked[], row_ids: string[]) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/columns/compare', {
      params: { path: { workbook_id } },
      body: { variants, ...(row_ids.length > 0 ? { row_ids } : {}) },
    }),
  )

const testsKey = (workbook_id: string, column_id: string) => [...keys.workbook(workbook_id), 'tests', column_id]

export const testsQuery = (workbook_id: string, column_id: string) => ({
  queryKey: testsKey(workbook_id, column_id),
  queryFn: () =>
    take(
      api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/tests', {
        params: { path: { workbook_id, column_id } },
      }),
    ),
})

const forgetTests = (workbook_id: string, column_id: string) =>
  queries.invalidateQueries({ queryKey: testsKey(workbook_id, column_id) })

export async function pinTest(workbook_id: string, column_id: string, row_id: string, expected: ExpectedValues) {
  await take(
    api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/tests', {
      params: { path: { workbook_id, column_id } },
      body: { row_id, expected },
    }),
  )
  await forgetTests(workbook_id, column_id)
}

export async function changeTest(workbook_id: string, column_id: string, test_id: string, expected: ExpectedValues) {
  await take(
    api.PUT('/api/workbooks/{workbook_id}/columns/{column_id}/tests/{test_id}', {
      params: { path: { workbook_id, column_id, test_id } },
      body: { expected },
    }),
  )
  await forgetTests(workbook_id, column_id)
}

export async function dropTest(workbook_id: string, column_id: string, test_id: string) {
  await take(
    api.DELETE('/api/workbooks/{workbook_id}/columns/{column_id}/tests/{test_id}', {
      params: { path: { workbook_id, column_id, test_id } },
    }),
  )
  await forgetTests(workbook_id, column_id)
}

/** With the column as it stands in the form, saved or not. */
export async function runTests(workbook_id: string, column_id: string, column: AiAsked) {
  const list = await take(
    api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/tests/run', {
      params: { path: { workbook_id, column_id } },
      body: { column },
    }),
  )
  queries.setQueryData(testsKey(workbook_id, column_id), list)
}
