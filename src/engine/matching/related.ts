// Pairs that are related and not the same: branches, firms at one address, sister firms, households, colleagues and family firms, as classes of their own.
// Fields that go together would otherwise count as evidence for a match many times over: two branches share name, site and mailbox.
import { LEVELS } from './levels.ts'
import type { FieldKind, MatchField } from './match-fields.ts'

export interface Relation {
  name: string
  /** Read in "may be …". */
  words: string
  /** By kind the share of pairs of the class that agree in it as matches do; the others agree as by chance. */
  agree: Partial<Record<FieldKind, number>>
  /** Shares of levels that are neither. */
  shares?: Partial<Record<FieldKind, readonly number[]>>
  /** Kinds of fields it is told by: some of each are needed. */
  needs: readonly (readonly FieldKind[])[]
}

const PLACES = { street: 1, place: 1, postcode: 1, city: 1, region: 1, country: 1 } as const
const AREA = { region: 0.6, country: 1 } as const
const ANY_PLACE: readonly FieldKind[] = ['street', 'postcode', 'city', 'place']

const RELATIONS: readonly Relation[] = [
  {
    name: 'branch',
    words: 'two branches of one firm',
    agree: { firm: 1, domain: 1, email: 0.5, phone: 0.6, category: 1, ...AREA },
    needs: [['firm'], ANY_PLACE],
  },
  {
    name: 'neighbor',
    words: 'two firms at one address',
    agree: { ...PLACES, phone: 0.3, category: 0.2 },
    needs: [['firm'], ANY_PLACE],
  },
  {
    name: 'sister',
    words: 'two firms of one group',
    agree: { ...PLACES, domain: 0.7, phone: 0.4, email: 0.3, category: 0.6 },
    shares: { firm: [0.0005, 0.003, 0.05, 0.5, 0.25, 0.1965] },
    needs: [['firm'], ['domain', 'phone', 'street', 'postcode']],
  },
  {
    name: 'household',
    words: 'two people of one household',
    agree: { ...PLACES, surname: 0.8, phone: 0.6, email: 0.05 },
    needs: [['surname'], ['street', 'postcode', 'phone', 'email']],
  },
  {
    name: 'twins',
    words: 'siblings of one age',
    agree: { ...PLACES, surname: 1, date: 1, phone: 0.6, email: 0.3 },
    shares: { given_name: [0.002, 0.01, 0.01, 0.15, 0.828] },
    needs: [['given_name'], ['date'], ['street']],
  },
  {
    name: 'namesake',
    words: 'father and son of one name',
    agree: { ...PLACES, given_name: 0.9, surname: 1, phone: 0.5, email: 0.1, category: 0.8 },
    shares: { date: [0.0005, 0.003, 0.03, 0.9665], generation: [0.02, 0.98] },
    needs: [['given_name'], ['date', 'generation'], ['street']],
  },
  {
    name: 'colleague',
    words: 'two people of one firm',
    agree: { firm: 1, domain: 1, phone: 0.4, city: 0.8, street: 0.8, postcode: 0.8, ...AREA },
    shares: { email: [0.02, 0.02, 0.9, 0.06] },
    needs: [['surname'], ['firm', 'domain', 'email']],
  },
  {
    name: 'family_firm',
    words: 'two of a family with one firm',
    agree: { ...PLACES, firm: 1, domain: 1, surname: 1, phone: 0.8 },
    shares: { given_name: [0.002, 0.01, 0.01, 0.15, 0.828], email: [0.02, 0.02, 0.9, 0.06] },
    needs: [['given_name'], ['surname'], ['firm', 'domain']],
  },
]

/** What a pair has of two others that imply it: it speaks for the two, so that its bits are negative. */
export const IMPLIED = 'implied'

/** The relations that these fields could tell. */
export function relationsOf(fields: readonly MatchField[]): Relation[] {
  const has = (kinds: readonly FieldKind[]) => kinds.some((kind) => fields.some((field) => field.kind === kind))
  return RELATIONS.filter(({ needs }) => needs.every(has))
}

export const relationWords = (name: string) =>
  name === IMPLIED ? 'both the same as a third' : (RELATIONS.find((relation) => relation.name === name)?.words ?? name)

/** The share of a level in a class, from the shares of matches and of others. */
export function shareIn({ agree, shares }: Relation, kind: FieldKind, level: number, m: number, u: number): number {
  const own = shares?.[kind]
  if (own?.length === LEVELS[kind].length) return own[level] as number
  const part = agree[kind] ?? 0
  return part * m + (1 - part) * u
}
