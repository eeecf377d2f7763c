// Which columns a new list is offered: what most lists are made for, where a free lookup can be asked with its columns.
import type { Schemas } from '../../../api/shapes.ts'
import { count } from '../../../ui/format.ts'
import { isFree, type OutputChoice } from '../../columns/catalogue.logic.ts'

export interface FirstColumn {
  /** With the free lookups alone. */
  outcome: OutputChoice
  /** In how many rows it can be asked. */
  words: string
}

type Meaning = Schemas['SuggestedInputs']['columns'][number]['meaning']

/** The most wanted first. Where a column stands for one of `has` already, there is nothing to find. */
const WANTED: readonly { field: string; has: readonly Meaning[] }[] = [
  { field: 'company_domain', has: ['domain', 'website'] },
  { field: 'work_email', has: ['email'] },
  { field: 'company_email', has: ['role_email'] },
  { field: 'phone', has: ['phone'] },
  { field: 'description', has: [] },
  { field: 'company_name', has: ['company'] },
  { field: 'email_status', has: [] },
  { field: 'country', has: ['country'] },
  { field: 'city', has: [] },
  { field: 'industry', has: [] },
]
const MOST = 3

export function firstColumns(
  outcomes: readonly OutputChoice[],
  { providers, columns, outcomes: steps, sampled_rows: rows }: Schemas['SuggestedInputs'],
): FirstColumn[] {
  if (rows === 0) return []
  const meanings = new Set(columns.map(({ meaning }) => meaning))
  return WANTED.flatMap(({ field, has }) => {
    const outcome = outcomes.find((one) => one.field === field)
    if (!outcome || has.some((meaning) => meanings.has(meaning))) return []
    const usable = steps.find((one) => one.field === field)?.usable ?? []
    const free = outcome.providers.filter((one) => one.ready && isFree(one) && usable.includes(one.id))
    const most = Math.max(0, ...free.map(({ id }) => rowsFor(providers.find(({ provider }) => provider === id))))
    if (most === 0) return []
    const words = most >= rows ? (rows === 1 ? 'the row' : 'every row') : `${count(most)} of ${count(rows)} rows`
    return [{ outcome: { ...outcome, providers: free }, words }]
  }).slice(0, MOST)
}

/** The rows in which the first of its inputs is there; the others make an answer better. */
function rowsFor(provider: Schemas['SuggestedInputs']['providers'][number] | undefined): number {
  return Math.max(0, ...(provider?.inputs ?? []).map(({ usable_rows }) => usable_rows))
}
