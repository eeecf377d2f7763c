// Practice: values that stand in for the answers of providers nobody has a key for. Their provider's name says what they are.
import type { Json } from '../kernel/json.ts'
import type { Row } from './row.ts'

const PREFIX = 'practice:'

/** The name on everything that a practising provider gives. */
export const practiceId = (provider: string): string => PREFIX + provider

export const isPractice = (provider: string | null): boolean => provider?.startsWith(PREFIX) ?? false

/** The provider that steps of columns name. */
export const realId = (provider: string): string => (isPractice(provider) ? provider.slice(PREFIX.length) : provider)

/** A made-up value as it may leave the house: nobody can take it for a real one. */
export const markedPractice = (value: Json): Json =>
  value !== null && typeof value === 'object' ? { practice: value } : `${PREFIX} ${value}`

/** The row as it is for everything but practice: what was made up for practice is not there. */
export function withoutPractice(row: Row): Row {
  if (!Object.values(row.cells).some(({ provider }) => isPractice(provider))) return row
  const real = Object.entries(row.cells).filter(([, { provider }]) => !isPractice(provider))
  return { ...row, cells: Object.fromEntries(real) }
}
