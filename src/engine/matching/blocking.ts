// The keys that bring records together for comparing: two records without a common key are never compared.
import { splitDomain } from './email-parts.ts'
import { acronymOf, initialsOf } from './firm-name.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { nameFamily } from './nicknames.ts'
import { soundOf } from './phonetic.ts'
import type { NormalRecord } from './prepared.ts'

/** A key of more records than this does not identify any of them. */
export const MAX_BLOCK = 200

/** The keys that a value gives by itself, and the parts that are a key only with a part of another field. */
export interface BlockingKeys {
  keys: string[]
  parts: string[]
}

const COMMON_MAIL = /^(gmail|hotmail|outlook|yahoo|gmx|web|icloud|aol|live|msn|proton|protonmail|mail|yandex|qq|163)\./

export function partsOf(kind: FieldKind, text: string): BlockingKeys {
  const words = text.split(' ')
  switch (kind) {
    case 'given_name':
      return { keys: [], parts: [`g${nameFamily(words[0] ?? '')}`, `G${soundOf(words[0] ?? '')}`] }
    case 'surname':
      return { keys: [], parts: [`s${soundOf(text)}`] }
    case 'firm': {
      const short = acronymOf(words) ?? (words.length === 1 && text.length < 6 ? text : null)
      const long = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 2)
      const initials = initialsOf(words)
      return {
        keys: [
          // For two words at most this equals the key below.
          ...(words.length > 2 ? [`f:${[...words].sort().join(' ')}`] : []),
          ...(short === null ? [] : [`a:${short}`]),
          `ft:${[...long].sort().join(' ')}`,
        ],
        parts: [...long, ...(initials === null ? [] : [initials])].map((word) => `w${soundOf(word) || word}`),
      }
    }
    case 'street': {
      const number = /^\d/.test(words[0] ?? '') ? words[0] : undefined
      const name = [...(number === undefined ? words : words.slice(1))].sort(
        (a, b) => b.length - a.length || (a < b ? -1 : 1),
      )[0]
      return { keys: number === undefined ? [] : [`st:${text}`], parts: [`t${soundOf(name ?? '')}${number ?? ''}`] }
    }
    case 'place':
      return { keys: [], parts: [`t${soundOf(words[0] ?? '')}`] }
    case 'city':
      return { keys: [], parts: [`c${soundOf(text)}`] }
    case 'postcode':
      return { keys: [], parts: [`p${text}`] }
    case 'date':
      return text.length === 8
        ? { keys: [`d:${text}`], parts: [`y${text.slice(0, 4)}`, `m${text.slice(4)}`] }
        : { keys: [], parts: [`y${text}`] }
    case 'identifier':
      return { keys: text.length > 4 ? [`i:${text}`] : [], parts: [] }
    case 'email': {
      const { local, domain } = splitDomain(text)
      const own = COMMON_MAIL.test(domain) ? [] : [`D${domain}`]
      return { keys: [`e:${text}`, ...(local.length > 5 ? [`l:${local}`] : [])], parts: own }
    }
    case 'phone':
      return { keys: [`n:${text.slice(-7)}`], parts: [] }
    case 'domain':
      return { keys: [`o:${text}`], parts: [] }
    case 'text': {
      const long = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      return {
        keys: [`x:${words.slice(0, 3).join(' ')}`, ...pairsOf(long.slice(0, 4)).map((pair) => `x2:${pair}`)],
        parts: [],
      }
    }
    case 'people':
      return {
        keys: [],
        parts: text
          .split('|')
          .slice(0, 3)
          .map((name) => `s${soundOf(name.split(' ').at(-1) ?? '')}`),
      }
    case 'number':
      return { keys: [], parts: [`y${text}`] }
    default:
      return { keys: [], parts: [] }
  }
}

function pairsOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other].sort().join(' ')))
}

const PLACES: ReadonlySet<FieldKind> = new Set(['city', 'street', 'place'])

/**
 * Whether parts of fields of these two kinds are a key together. Where firms are compared a postcode says no more of a place: whole
 * quarters would be compared, and the street has its own keys.
 */
export function togetherIn(fields: readonly MatchField[]): (one: FieldKind, other: FieldKind) => boolean {
  const hasFirms = fields.some(({ kind }) => kind === 'firm')
  const isPlaceTwice = (one: FieldKind, other: FieldKind) => one === 'postcode' && PLACES.has(other)
  return (one, other) => !hasFirms || (!isPlaceTwice(one, other) && !isPlaceTwice(other, one))
}

/** The keys of a record, without repetition and in an order of their own. */
export function blockingKeys(fields: readonly MatchField[], record: NormalRecord): string[] {
  const areTogether = togetherIn(fields)
  const keys = new Set<string>()
  const found = fields.flatMap(({ kind }, at) => {
    const text = record[at]
    if (text == null) return []
    const { keys: own, parts } = partsOf(kind, text)
    for (const key of own) keys.add(key)
    return [{ kind, parts }]
  })
  for (const [at, { kind, parts }] of found.entries())
    for (const other of found.slice(at + 1))
      if (areTogether(kind, other.kind))
        for (const part of parts) for (const one of other.parts) keys.add([part, one].sort().join('+'))
  return [...keys]
}
