// Takes a person's name apart in the orders people write names in; the parts are never guessed from a list of given names.
import { isOneCase, nameCase } from './name-case.ts'
import { suffixOf, takeSuffixes, takeTitles, withoutAffixes } from './person-name-affixes.ts'
import {
  FIRM_WORDS,
  HISPANIC_SURNAMES,
  isParticle,
  JOINERS,
  KOREAN_SURNAMES,
  LONG_CJK_SURNAMES,
  NOT_PERSONS,
  OPEN_GIVEN_NAMES,
  TITLES_OF_GIVEN_NAMES,
  VIETNAMESE_SURNAMES,
} from './person-name-words.ts'

export interface PersonName {
  prefix: string
  first: string
  middle: string
  last: string
  nickname: string
  suffix: string
  /** The name in its own order, without titles and suffixes. */
  full: string
  /** 0..1: how clearly the text told the parts. */
  confidence: number
}

type Split = Pick<PersonName, 'first' | 'middle' | 'last' | 'confidence'> & { family_first?: true }

/** Legal forms that are never part of a person's name. */
const SURE_FORM =
  /(?<![\p{L}\p{N}])(?:g?gmbh|mbh|inc|llc|llp|ltd|limited|plc|corp|corporation|co\.,? ?kg|kgaa|ohg|e\.? ?k\.|sarl|s\.a\.r\.l|sas|s\.a\.s|s\.r\.l|srl|s\.p\.a|spa|b\.v|bv|n\.v|oyj?|a\/s|aps|sp\. ?z ?o\.? ?o|s\.r\.o|a\.s|kft|zrt|d\.o\.o|pty|pte|pvt)(?:\.|(?![\p{L}\p{N}]))/iu
const QUOTED =
  /(?:^|\s)["“”„«]([^"“”„«»]+)["“”»](?=$|[\s,])|(?:^|\s)['‘’]([^'‘’]+)['’](?=$|[\s,])|(?:^|\s)[([]([^()[\]]+)[)\]](?=$|[\s,])/gu
const PRONOUNS = /^(?:s?he|her|him|his|they|them|theirs|hers|ze|er|sie|ella?|elle|il|any)(?:\s*[/|,]\s*\p{L}+)*$/iu
const CJK =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+(?:[\s·・]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+)*$/u

/** The parts of a name; a string says why the text is none. */
export function readPersonName(text: string): PersonName | string {
  if (text.length > 300) return 'too long for a name'
  const nicknames: string[] = []
  const suffixes: string[] = []
  const plain = tidied(text)
  if (/@|:\/\/|www\./i.test(plain)) return 'an address, not a name'
  const words = plain.replace(QUOTED, (_, a?: string, b?: string, c?: string) => {
    const inside = (a ?? b ?? c ?? '').trim()
    if (suffixOf(inside, true)) suffixes.push(inside)
    else if (inside !== '' && !PRONOUNS.test(inside) && !/^(?:née|nee|né|geb\.?|born|maiden)\b/iu.test(inside))
      nicknames.push(inside)
    return ' '
  })
  const parts = words
    .split(',')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
  const oneCase = isOneCase(withoutAffixes(parts.join(' ')))
  const titles: string[] = []
  const filled = parts
    .map((part, place) => {
      const tokens = part.split(' ')
      titles.push(...takeTitles(tokens, place > 0))
      suffixes.push(...takeSuffixes(tokens, place > 0, oneCase))
      return tokens
    })
    .filter((tokens) => tokens.length > 0)
  // "John Doe, CLU": an unknown abbreviation in capitals after a whole name is a credential, not a given name.
  while (
    filled.length > 1 &&
    !oneCase &&
    (filled[0]?.length ?? 0) > 1 &&
    (filled.at(-1) ?? []).every((word) => /^[\p{Lu}\d][\p{Lu}\d.-]{1,7}$/u.test(word))
  ) {
    suffixes.push(...(filled.pop() ?? []))
  }
  const everything = filled.flat()
  if (everything.length === 0 || !/\p{L}/u.test(everything.join(''))) return 'no name in it'
  if (everything.some((word) => /\p{Nd}/u.test(word))) return 'digits in it'
  if (NOT_PERSONS.has((everything.at(-1) ?? '').toLowerCase().replace(/\.$/, ''))) return 'a company or a department'
  if (isFirm(everything, plain)) return 'the name of a company, not of a person'
  if (everything.length > 12) return 'a sentence, not a name'

  const split = splitName(filled, oneCase, titles)
  const cased = (part: string) => (oneCase ? nameCase(part) : part)
  const [first, middle, last] = [cased(split.first), cased(split.middle), cased(split.last)]
  const joint = CJK.test(everything.join(' ')) && everything.length === 1 ? '' : ' '
  const order = split.family_first ? [last, middle, first] : [first, middle, last]
  return {
    prefix: titles.join(' '),
    first,
    middle,
    last,
    nickname: cased(nicknames.join(' ')),
    suffix: suffixes.join(', '),
    full: order.filter((part) => part !== '').join(joint),
    confidence: split.confidence,
  }
}

/** A legal form, or a word at the end that says what a firm does. */
export function isFirm(words: readonly string[], text: string): boolean {
  const last = (words.at(-1) ?? '').toLowerCase().replace(/\.$/, '')
  if (words.length > 1 && FIRM_WORDS.has(last)) return true
  return words.length > 1 && SURE_FORM.test(text)
}

function splitName(parts: readonly string[][], oneCase: boolean, titles: readonly string[]): Split {
  const [head = [], ...rest] = parts
  if (rest.length > 0) {
    const given = givenNames(rest.flat())
    return { ...given, last: head.join(' '), confidence: 0.95 }
  }
  const text = head.join(' ')
  if (CJK.test(text)) return splitCjk(text)
  if (head.length === 1)
    return titles.length > 0 && !titles.some((title) => TITLES_OF_GIVEN_NAMES.test(title))
      ? { first: '', middle: '', last: text, confidence: 0.6 }
      : { first: text, middle: '', last: '', confidence: 0.4 }
  const couple = head.findIndex((word) => /^(&|and|und|et)$/i.test(word))
  if (couple > 0 && couple < head.length - 1 && (couple === 1 || head[couple] === '&')) {
    return { first: head[0] ?? '', middle: '', last: head.at(-1) ?? '', confidence: 0.3 }
  }
  return (oneCase ? undefined : bySurnameInCapitals(head)) ?? familyFirst(head) ?? western(head)
}

const isLoud = (word: string) => /^[\p{Lu}'’-]{2,}$/u.test(word) && /\p{Lu}{2}/u.test(word)

/** "Jean DUPONT", "GARCÍA MÁRQUEZ Gabriel": the capitals mark the surname. */
function bySurnameInCapitals(words: readonly string[]): Split | undefined {
  const from = words.findIndex(isLoud)
  if (from < 0) return undefined
  let to = from
  while (to < words.length && isLoud(words[to] ?? '')) to++
  const others = [...words.slice(0, from), ...words.slice(to)]
  if (others.length === 0 || others.some(isLoud) || (from > 0 && to < words.length)) return undefined
  // "JP Morgan", "DJ Smith": two capitals in front are initials.
  if (from === 0 && to === 1 && (words[0] ?? '').length === 2) return undefined
  let start = from
  while (start > 1 && isParticle(words[start - 1] ?? '')) start--
  const given = [...words.slice(0, start), ...words.slice(to)]
  return { ...givenNames(given), last: nameCase(words.slice(start, to).join(' ')), confidence: 0.95 }
}

function familyFirst(words: readonly string[]): Split | undefined {
  const [family = '', second = ''] = words
  // "Swanson Peter A": an initial stands in the middle or at the front, so at the end it tells that the surname came first.
  const named = words.slice(0, -1)
  const isInitial = /^\p{L}\.?$/u.test(words.at(-1) ?? '')
  const inOneCase = !named.some(isLoud) || named.every(isLoud)
  if (words.length >= 3 && isInitial && inOneCase && named.every((word) => /\p{L}{2}/u.test(word)))
    return { ...givenNames(words.slice(1)), last: family, confidence: 0.7 }
  if (
    words.length >= 3 &&
    words.length <= 4 &&
    VIETNAMESE_SURNAMES.has(folded(family)) &&
    !words.some((word) => word.includes('.'))
  ) {
    return {
      first: words.at(-1) ?? '',
      middle: words.slice(1, -1).join(' '),
      last: family,
      confidence: 0.8,
      family_first: true,
    }
  }
  if (words.length === 2 && KOREAN_SURNAMES.has(folded(family)) && /^\p{Lu}\p{Ll}+-\p{L}?\p{Ll}+$/u.test(second)) {
    return { first: second, middle: '', last: family, confidence: 0.85, family_first: true }
  }
  return undefined
}

function splitCjk(text: string): Split {
  const spaced = text.split(/[\s·・]+/u)
  if (spaced.length > 1) {
    // A foreign name in katakana keeps its own order, given name first.
    if (/^[\p{Script=Katakana}ー\s·・]+$/u.test(text))
      return {
        first: spaced[0] ?? '',
        middle: spaced.slice(1, -1).join(' '),
        last: spaced.at(-1) ?? '',
        confidence: 0.8,
      }
    return { first: spaced.slice(1).join(' '), middle: '', last: spaced[0] ?? '', confidence: 0.9, family_first: true }
  }
  const letters = [...text]
  if (letters.length < 2) return { first: '', middle: '', last: text, confidence: 0.4 }
  const japanese =
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || (letters.length === 4 && !/\p{Script=Hangul}/u.test(text))
  const long = LONG_CJK_SURNAMES.has(letters.slice(0, 2).join('')) && letters.length > 2
  const length = long || (japanese && letters.length > 3) ? 2 : 1
  return {
    first: letters.slice(length).join(''),
    middle: '',
    last: letters.slice(0, length).join(''),
    confidence: japanese ? 0.6 : 0.85,
    family_first: true,
  }
}

function western(words: readonly string[]): Split {
  const count = words.length
  let opening = 1
  if (OPEN_GIVEN_NAMES.has(folded(words[0] ?? '')) && count > 2) opening = 2
  // "María del Carmen": the particle belongs to the given name.
  if (folded(words[0] ?? '') === 'maria' && /^(del|de)$/i.test(words[1] ?? '')) {
    const end = /^(la|las|los)$/i.test(words[2] ?? '') ? 4 : 3
    if (end < count) opening = end
  }
  let from = count - 1
  for (let at = opening; at < count - 1; at++) {
    const word = words[at] ?? ''
    if (isJoiner(words, at) && at > opening) {
      from = Math.min(from, at - 1)
      break
    }
    if (isParticle(word) && !JOINERS.has(word.toLowerCase())) {
      from = at
      break
    }
  }
  const double =
    from === count - 1 &&
    count - opening >= 2 &&
    [words[count - 1], words[count - 2]].every((word) => HISPANIC_SURNAMES.has(folded(word ?? '')))
  if (double) from = count - 2
  return {
    first: words.slice(0, opening).join(' '),
    middle: words.slice(opening, from).join(' '),
    last: words.slice(Math.max(from, opening)).join(' '),
    confidence: count === 2 ? 0.9 : from < count - 1 ? 0.85 : 0.8,
  }
}

/** "y" between two names, not the middle initial of "A Y M Chowdhury". */
function isJoiner(words: readonly string[], at: number): boolean {
  const beside = [words[at - 1] ?? '', words[at + 1] ?? '']
  return JOINERS.has((words[at] ?? '').toLowerCase()) && beside.every((word) => word.replace('.', '').length > 1)
}

function givenNames(words: readonly string[]): Pick<Split, 'first' | 'middle'> {
  const opening = OPEN_GIVEN_NAMES.has(folded(words[0] ?? '')) && words.length > 1 ? 2 : 1
  return { first: words.slice(0, opening).join(' '), middle: words.slice(opening).join(' ') }
}

function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Extended_Pictographic}|[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu,
      '',
    )
    .replace(/[\s_\u3000]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/\s(?:[|•·]|[–—-]{1,2})\s.*$/u, (tail, at: number) => (at > 3 ? '' : tail))
    .replace(/(?<=^|\s)(\p{L}\.)(?=\p{L}\p{L})/gu, '$1 ')
    .replace(/^[\s,;.:"-]+|[\s,;:"-]+$/gu, (edge) => (edge.includes('"') ? edge.replace(/[^"]/g, '') : ''))
    .replace(/(?<= )\p{L}{3,}\.$/u, (word) => (suffixOf(word, true) ? word : word.slice(0, -1)))
    .replace(/,?\s*\battorney[ -]at[ -]law\b/iu, '')
    .trim()
}

function folded(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
}
