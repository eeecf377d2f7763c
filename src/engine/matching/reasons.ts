// Says in words why two records may be the same, and what speaks against it.
import { MISSING } from './compare.ts'
import { LEVELS } from './levels.ts'
import type { MatchField } from './match-fields.ts'
import { relationWords } from './related.ts'

export interface FieldComparison {
  field: string
  /** What people call it. */
  name: string
  /** What the two values are to each other; null where one of the two is missing. */
  agreement: string | null
  is_same: boolean
  /** In bits: positive speaks for a match, negative against it. */
  weight: number
}

export function comparisonsOf(
  fields: readonly MatchField[],
  levels: readonly number[],
  weights: readonly number[],
): FieldComparison[] {
  return fields.map(({ name, kind }, at) => {
    const level = levels[at] ?? MISSING
    const words = level === MISSING ? null : (LEVELS[kind][level]?.words ?? null)
    return { field: name, name: nameOf(name), agreement: words, is_same: level === 0, weight: weights[at] ?? 0 }
  })
}

const NAMES: Readonly<Record<string, string>> = {
  company: 'company name',
  domain: 'domain',
  email: 'e-mail address',
  phone: 'phone number',
  address: 'street address',
  linkedin_url: 'LinkedIn page',
  given_name: 'given name',
  surname: 'surname',
  date_of_birth: 'date of birth',
  tax_id: 'tax number',
  registration_id: 'registration number',
  national_id: 'national id',
}

const nameOf = (field: string) => NAMES[field] ?? field.replaceAll('_', ' ')

/** From this weight on a pair is the same for all that is known: what else it could be is told by the weight of the relation alone. */
const SURE_BITS = 6

/** What a pair is more likely to be instead, or by what it is implied, with the bits that this takes off. */
export type PairRelation = { name: string; bits: number } | null

export interface PairExplanation {
  why: string
  relation: { name: string; words: string; weight: number } | null
  /** What the pair weighs before any comparison: with the weights of the relation and of all fields it makes the pair's. */
  base_weight: number
}

const rounded = (bits: number) => Math.round(bits * 100) / 100

/** `knownBy` is an identifier by which the two are the same whatever else agrees. */
export function explainPair(
  comparisons: readonly FieldComparison[],
  relation: PairRelation,
  weight: number,
  knownBy: string | null = null,
): PairExplanation {
  const of = comparisons.reduce((sum, one) => sum + one.weight, 0)
  const why = whyOf(comparisons, relation, knownBy === null ? weight : Number.POSITIVE_INFINITY)
  return {
    why: knownBy === null ? why : `Known by the ${knownBy}. ${why}`,
    relation: relation && {
      name: relation.name,
      words: relationWords(relation.name),
      weight: rounded(-relation.bits),
    },
    base_weight: rounded(weight - of + (relation?.bits ?? 0)),
  }
}

/** At most three reasons for and two against, the weightiest first. */
function whyOf(comparisons: readonly FieldComparison[], relation: PairRelation, weight: number): string {
  const weighty = comparisons.filter(({ agreement, weight }) => agreement !== null && Math.abs(weight) >= 0.5)
  const told = (one: FieldComparison) => `the ${one.name} is ${one.agreement}`
  const speaks = weighty
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
  const against = weighty
    .filter(({ weight }) => weight < 0)
    .sort((a, b) => a.weight - b.weight)
    .slice(0, 2)
  const sentences = [
    speaks.length > 0 ? `${listed(speaks.map(told))}` : 'little agrees',
    ...(against.length > 0 ? [`but ${listed(against.map(told))}`] : []),
    ...(relation !== null && relation.bits >= 1 && weight < SURE_BITS
      ? [`they may be ${relationWords(relation.name)}`]
      : []),
    ...(relation !== null && relation.bits <= -1 ? [`they are ${relationWords(relation.name)}`] : []),
  ]
  const text = sentences.join('; ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
