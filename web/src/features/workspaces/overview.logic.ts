// Which workspaces a filter shows.
import { foldSearch, searchWords } from '../../../../src/engine/values/search-words.ts'
import type { Schemas } from '../../api/shapes.ts'
import { anyOf, counted } from '../../ui/format.ts'

export type Trouble = 'any' | 'failed' | 'keys' | 'near' | 'no_budget'

export const TROUBLES: readonly { value: Trouble; label: string }[] = [
  { value: 'any', label: 'All' },
  { value: 'failed', label: 'With failed runs' },
  { value: 'keys', label: 'With missing keys' },
  { value: 'near', label: 'Near the budget' },
  { value: 'no_budget', label: 'Without a budget' },
]

/** The used share from which a budget counts as nearly used up, as in notices. */
const NEAR = 80

const HAS: Record<Trouble, (figures: NonNullable<Schemas['WorkspaceOverview']['figures']>) => boolean> = {
  any: () => true,
  failed: ({ failed_runs }) => failed_runs > 0,
  keys: ({ missing_keys }) => missing_keys.length > 0,
  near: ({ budget }) => budget !== null && budget.share >= NEAR,
  no_budget: ({ budget }) => budget === null,
}

/** A workspace that shows no figures has no known trouble. */
export const byTrouble = (
  items: readonly Schemas['WorkspaceOverview'][],
  trouble: Trouble,
): Schemas['WorkspaceOverview'][] =>
  items.filter(({ figures }) => (figures ? HAS[trouble](figures) : trouble === 'any'))

export function findByName<T extends { name: string; slug: string }>(items: readonly T[], question: string): T[] {
  const words = searchWords(question)
  return items.filter(({ name, slug }) => words.every((word) => foldSearch(`${name} ${slug}`).includes(word)))
}

export const findWorkspaces = (items: readonly Schemas['WorkspaceOverview'][], question: string, trouble: Trouble) =>
  findByName(byTrouble(items, trouble), question)

/** "2 failed runs; missing keys: Hunter": where there is no room for columns. Null: neither. */
export function troubleWords({ figures }: Pick<Schemas['WorkspaceOverview'], 'figures'>): string | null {
  if (!figures) return null
  const words = [
    ...(figures.failed_runs > 0 ? [counted(figures.failed_runs, 'failed run')] : []),
    ...(figures.missing_keys.length > 0 ? [`missing keys: ${keyWords(figures)}`] : []),
  ]
  return words.length > 0 ? words.join('; ') : null
}

/** "Hunter, Findymail or Apollo": one of them is enough. */
export const keyWords = ({ missing_keys }: NonNullable<Schemas['WorkspaceOverview']['figures']>): string =>
  missing_keys.map(({ any_of }) => anyOf(any_of.map(({ name }) => name))).join('; ')
