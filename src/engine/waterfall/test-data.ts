// Test data: values that stand in for the answers of providers that are not asked in a test run. Their provider's name says what they are.
import type { Json } from '../../kernel/json.ts'
import type { Row } from '../values/row.ts'

const PREFIX = 'test:'

/** The name on everything that a test run makes up. */
export const testId = (provider: string): string => PREFIX + provider

/** The name on what is computed from test data. */
export const TEST_FORMULA = testId('formula')

export const isTestData = (provider: string | null | undefined): boolean => provider?.startsWith(PREFIX) ?? false

/** The provider that steps of columns name. */
export const realId = (provider: string): string => (isTestData(provider) ? provider.slice(PREFIX.length) : provider)

/** A test value as it may be exported: it cannot be taken for a real one. */
export const markedTest = (value: Json): Json =>
  value !== null && typeof value === 'object' ? { test: value } : `${PREFIX} ${value}`

/** The row outside of test runs: without test data and without values computed from it. */
export function withoutTestData(row: Row): Row {
  if (!Object.values(row.cells).some(({ provider }) => isTestData(provider))) return row
  const real = Object.entries(row.cells).filter(([, { provider }]) => !isTestData(provider))
  return { ...row, cells: Object.fromEntries(real) }
}
