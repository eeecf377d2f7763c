// The keys that bring records together for comparing: two records without a common key are never compared.
import { splitDomain } from './email-parts.ts'
import { acronymOf } from './firm-name.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { nameFamily } from './nicknames.ts'
import { soundOf } from './phonetic.ts'
import type { NormalRecord } from './prepared.ts'

/** A key of more records than this tells nothing of who they are. */
export const MAX_BLOCK = 200

/** Of a value the keys that stand alone, and the parts that are a key only together with a part of another field. */
interface Parts {
  keys: string[]
  parts: string[]
}

const COMMON_MAIL = /^(gmail|hotmail|outlook|yahoo|gmx|web|icloud|aol|live|msn|proton|protonmail|mail|yandex|qq|163)\./

function partsOf(kind: FieldKind, text: string): Parts {
  const words = text.split(' ')
  switch (kind) {
    case 'given_name':
      return { keys: [], parts: [`g${nameFamily(words[0] ?? '')}`, `G${soundOf(words[0] ?? '')}`] }
    case 'surname':
      return { keys: [], parts: [`s${soundOf(text)}`] }
    case 'firm': {
      const short = acronymOf(words) ?? (words.length === 1 && text.length < 6 ? text : null)
      const long = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 2)
      return {
        keys: [
          `f:${[...words].sort().join(' ')}`,
          ...(short === null ? [] : [`a:${short}`]),
          `ft:${[...long].sort().join(' ')}`,
        ],
        parts: [`f${words[0]?.slice(0, 4)}`, ...long.map((word) => `w${soundOf(word) || word}`)],
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

/** The keys of a record, without repetition and in an order of their own. */
export function blockingKeys(fields: readonly MatchField[], record: NormalRecord): string[] {
  const keys = new Set<string>()
  const found = fields.flatMap(({ kind }, at) => {
    const text = record[at]
    if (text == null) return []
    const parts = partsOf(kind, text)
    for (const key of parts.keys) keys.add(key)
    return [parts.parts]
  })
  for (const [at, parts] of found.entries())
    for (const others of found.slice(at + 1))
      for (const part of parts) for (const other of others) keys.add([part, other].sort().join('+'))
  return [...keys]
}

/** The blocks of records by key, for records that are all in memory; those of one record and those too large are left out. */
export function blocksOf(fields: readonly MatchField[], records: readonly NormalRecord[]): number[][] {
  const blocks = new Map<string, number[]>()
  for (const [at, record] of records.entries())
    for (const key of blockingKeys(fields, record)) {
      const block = blocks.get(key)
      if (block === undefined) blocks.set(key, [at])
      else block.push(at)
    }
  return [...blocks.values()].filter(({ length }) => length > 1 && length <= MAX_BLOCK)
}

/** Every pair of records that share a block once: `a * size + b` with a < b, in order. */
export function candidatePairs(blocks: Iterable<readonly number[]>, size: number): Float64Array {
  const pairs = new Set<number>()
  for (const block of blocks)
    for (let i = 0; i < block.length; i++)
      for (let j = i + 1; j < block.length; j++) {
        const [a, b] = [block[i] as number, block[j] as number]
        pairs.add(a < b ? a * size + b : b * size + a)
      }
  return Float64Array.from(pairs).sort()
}
