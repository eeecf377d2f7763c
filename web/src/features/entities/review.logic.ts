// The rules of reviewing: which fields to show, how sure a pair is in words, whose value wins.
import type { Schemas } from '../../api/shapes.ts'
import type { PairField } from './entities.queries.ts'

const LABELS: Readonly<Record<string, string>> = {
  company: 'Company',
  domain: 'Domain',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  postcode: 'Postal code',
  state: 'State',
  country: 'Country',
  linkedin_url: 'LinkedIn',
  given_name: 'Given name',
  surname: 'Surname',
  date_of_birth: 'Date of birth',
  contact_title: 'Title',
  website: 'Website',
  specialization: 'Specialization',
  company_size: 'Company size',
  description: 'Description',
  source: 'Source',
}

export function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return LABELS[field] ?? `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

export type Tone = 'same' | 'near' | 'differs' | 'one'

export interface ShownField {
  field: string
  label: string
  left: string
  right: string
  tone: Tone
  agreement: string | null
  /** Null where it was not compared. */
  weight: number | null
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value)

function toneOf({ agreement, is_same, weight }: PairField): Tone {
  if (agreement === null) return 'one'
  if (is_same) return 'same'
  return weight > 0 ? 'near' : 'differs'
}

const HIDDEN = new Set(['kind', 'status', 'score', 'score_tier', 'tags', 'technologies'])

/** Compared fields first, the weightiest at the top; then what only one of the two has or what was not compared. */
export function shownFields({ fields, entity, candidate }: Schemas['EntityPair']): ShownField[] {
  const compared = [...fields]
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .map(
      (field): ShownField => ({
        field: field.field,
        label: labelOf(field.field),
        left: textOf(field.left),
        right: textOf(field.right),
        tone: toneOf(field),
        agreement: field.agreement,
        weight: field.agreement === null ? null : field.weight,
      }),
    )
  const known = new Set([...compared.map(({ field }) => field), 'contact_person', ...HIDDEN])
  const rest = [...new Set([...Object.keys(entity.values), ...Object.keys(candidate.values)])]
    .filter((name) => !known.has(name))
    .sort()
  const others = rest.map((field): ShownField => {
    const [left, right] = [textOf(entity.values[field]), textOf(candidate.values[field])]
    return {
      field,
      label: labelOf(field),
      left,
      right,
      tone: left === right ? 'same' : 'one',
      agreement: null,
      weight: null,
    }
  })
  return [...compared, ...others]
}

/** The field of the record that a compared field is a part of. */
export const winnerField = (field: string) => (field === 'given_name' || field === 'surname' ? 'contact_person' : field)

export function percent(probability: number): string {
  if (probability > 0.99 && probability < 1) return '> 99%'
  return `${Math.round(probability * 100)}%`
}

export type PairOutcome = { pair_id: number; entity_id: string; merge_id: string | null; status: 'merged' | 'rejected' }

/** The next pair: skipped pairs come after all others. */
export function orderQueue(
  pairs: readonly Schemas['EntityPair'][],
  skipped: ReadonlySet<number>,
): Schemas['EntityPair'][] {
  return [...pairs.filter(({ id }) => !skipped.has(id)), ...pairs.filter(({ id }) => skipped.has(id))]
}
