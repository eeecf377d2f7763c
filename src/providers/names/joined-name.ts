// A person's name out of the columns that hold its parts, and into them again.
import { readPersonName } from './person-name.ts'
import { isTitle } from './person-name-affixes.ts'
import { VIETNAMESE_SURNAMES } from './person-name-words.ts'

export const NAME_PARTS = ['name_prefix', 'first_name', 'middle_name', 'last_name', 'name_suffix'] as const
export type NamePart = (typeof NAME_PARTS)[number]
export type NameParts = { readonly [part in NamePart]?: string | undefined }

const EASTERN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー\s]+$/u
const KATAKANA = /^[\p{Script=Katakana}ー\s]+$/u
/** Letters that no other language has. */
const VIETNAMESE = /[ăâđêôơư\u1ea0-\u1ef9]/iu

/**
 * The whole name. The family comes first where script or language say so: in Chinese, Japanese and Korean letters, in Vietnamese,
 * and by `familyFirst`.
 */
export function joinName(parts: NameParts, familyFirst = false): string {
  const { name_prefix, first_name, middle_name, last_name, name_suffix } = parts
  const [prefix, given, middle, family, suffix] = [name_prefix, first_name, middle_name, last_name, name_suffix].map(
    tidied,
  ) as [string, string, string, string, string]
  const [first, last] = withoutRepeat(given, family)
  const inLetters = `${first}${middle}${last}`
  const isEastern = EASTERN.test(inLetters) && !KATAKANA.test(inLetters)
  const isFamilyFirst = familyFirst || isEastern || (last !== '' && isVietnamese(last, `${first} ${middle}`))
  const words = isFamilyFirst ? (isEastern ? [last, first, middle] : [last, middle, first]) : [first, middle, last]
  const name = joinEastern(words, isEastern, last)
  const titled = [prefix, name].filter((part) => part !== '').join(' ')
  return suffix === '' || titled === '' ? titled : `${titled}${isGeneration(suffix) ? ' ' : ', '}${suffix}`
}

/** The parts of a whole name for columns that hold `wanted`: those that, joined again, are the name. */
export function takeNameApart(name: string, wanted: ReadonlySet<NamePart>, familyFirst = false): NameParts {
  const plain = tidied(name)
  const words = plain.split(' ')
  const first = { first_name: words.slice(1).join(' '), last_name: words[0] ?? '' }
  const last = { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
  const ways = familyFirst ? [first, readParts(plain, wanted)] : [readParts(plain, wanted), last]
  const isWhole = (parts: NameParts) => squeezed(joinName(parts, familyFirst)) === squeezed(plain)
  return (
    (words.length > 1 || EASTERN.test(plain) ? ways.find(isWhole) : undefined) ?? { first_name: plain, last_name: '' }
  )
}

function readParts(plain: string, wanted: ReadonlySet<NamePart>): NameParts {
  const read = readPersonName(plain)
  if (typeof read === 'string') return {}
  const { prefix, first, middle, last, suffix } = read
  const has = (part: NamePart) => wanted.has(part)
  const given = has('middle_name')
    ? [first]
    : isVietnamese(last, `${first} ${middle}`)
      ? [middle, first]
      : [first, middle]
  return {
    name_prefix: has('name_prefix') ? prefix : '',
    first_name: spaced(has('name_prefix') ? '' : prefix, ...given),
    middle_name: has('middle_name') ? middle : '',
    last_name: has('name_suffix') || suffix === '' ? last : `${last}${isGeneration(suffix) ? ' ' : ', '}${suffix}`,
    name_suffix: has('name_suffix') ? suffix : '',
  }
}

/** The titles that belong to a name, as Dr. and Prof. do, without salutations; null for what holds anything else, as Manager. */
export function nameTitles(text: string): string | null {
  const words = tidied(text).split(' ')
  return words.every(isTitle) ? words.filter((word) => !SALUTATION.test(word)).join(' ') : null
}

const SALUTATION =
  /^(?:mr|mister|mrs|ms|miss|mx|herr|hr|frau|fr|m|monsieur|madame|mademoiselle|mme|mlle|señora?|señorita|sra?|srta|dhr|mevr|mevrouw|sig|sigra|signora?|г-н|г-жа)\.?$/iu

const isGeneration = (suffix: string) => /^(?:jr|sr|jnr|snr|i{2,3}|iv|2nd|3rd|4th)\.?$/i.test(suffix)

function isVietnamese(family: string, given: string): boolean {
  const folded = family.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/đ/g, 'd')
  return VIETNAMESE_SURNAMES.has(folded) && VIETNAMESE.test(`${family} ${given}`.normalize('NFC'))
}

/** One of the columns may hold the whole name. */
function withoutRepeat(given: string, family: string): [string, string] {
  const [one, other] = [given.toLowerCase(), family.toLowerCase()]
  if (other !== '' && (one === other || one.endsWith(` ${other}`))) return [given, '']
  if (one !== '' && other.startsWith(`${one} `)) return ['', family]
  return [given, family]
}

/** Without a blank, unless the family is not told by it any more. */
function joinEastern(words: readonly string[], isEastern: boolean, family: string): string {
  const filled = words.filter((word) => word !== '')
  if (!isEastern) return filled.join(' ')
  const joined = filled.join('')
  const read = readPersonName(joined)
  return typeof read === 'object' && read.last === family ? joined : filled.join(' ')
}

const tidied = (text: string | undefined) => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
const squeezed = (text: string) => text.replace(/\s+/g, '')
const spaced = (...words: string[]) => words.filter((word) => word !== '').join(' ')
