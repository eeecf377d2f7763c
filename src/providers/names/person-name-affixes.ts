// Titles before a name and suffixes after it: found, taken off, and written the usual way.
import { DOUBTFUL_SUFFIXES, SHORT_GIVEN_NAMES, SUFFIXES, TITLES } from './person-name-words.ts'

const GENERATION = /^(jr|sr|jnr|snr|ii|iii|iv)\.?$/i

function titleOf(word: string): string | undefined {
  const known = TITLES.get(word.toLowerCase().replace(/\./g, ''))
  if (known) return known
  // "Rt.Hon.", "Prof.Dr.": several in one word.
  const parts = word.split('.').filter((part) => part !== '')
  const each = parts.map((part) => TITLES.get(part.toLowerCase()))
  return parts.length > 1 && each.every((title) => title !== undefined) ? each.join(' ') : undefined
}

/** A short word with a dot before a whole name is a title, although it is not known: no name is written so, but for those that are kept apart. */
function isUnknownTitle(tokens: readonly string[]): boolean {
  const [word = '', next = ''] = tokens
  return (
    tokens.length > 2 &&
    /^\p{Lu}\p{Ll}{1,4}\.$/u.test(word) &&
    /^\p{Lu}/u.test(next) &&
    !SHORT_GIVEN_NAMES.has(word.slice(0, -1).toLowerCase())
  )
}

export const isTitle = (word: string) => titleOf(word) !== undefined

/** The suffix a word is; one that is a name as well only when `placed`: its place speaks for a suffix. */
export function suffixOf(word: string, placed: boolean): string | undefined {
  const key = word.toLowerCase().replace(/[.\s]/g, '')
  const known = SUFFIXES.get(key)
  if (known) return word.includes('.') && !GENERATION.test(word) ? word : known
  return placed && DOUBTFUL_SUFFIXES.has(key) ? word : undefined
}

/** Shifts the titles off the front of one comma part; the last word of the first part is a name, whatever it is. */
export function takeTitles(tokens: string[], afterComma: boolean): string[] {
  const titles: string[] = []
  while (tokens.length > (afterComma ? 0 : 1)) {
    const word = tokens[0] ?? ''
    const next = tokens[1] ?? ''
    // "The Hon.", and the "and" of "Mr. and Mrs.".
    const isLink =
      !afterComma &&
      (titles.length === 0 ? /^the$/i : /^(?:and|&|und|et|y|e)$/i).test(word) &&
      titleOf(next) !== undefined
    if (isLink && tokens.length > 2) {
      tokens.shift()
      continue
    }
    const title = titleOf(word) ?? (!afterComma && isUnknownTitle(tokens) ? word : undefined)
    // After a comma "Sr." is senior, before a name it is señor.
    if (!title || (afterComma && suffixOf(word, false))) break
    titles.push(title)
    tokens.shift()
  }
  return titles
}

/** Takes the suffixes off one comma part: off its end, and after a comma off its beginning too ("Doe, Jr. John"). */
export function takeSuffixes(tokens: string[], afterComma: boolean, oneCase: boolean): string[] {
  const front: string[] = []
  while (afterComma && tokens.length > 0) {
    const word = tokens[0] ?? ''
    const suffix = suffixOf(word, tokens.length === 1)
    if (!suffix || (tokens.length > 1 && !GENERATION.test(word) && !tokens.every((other) => suffixOf(other, true))))
      break
    front.push(suffix)
    tokens.shift()
  }
  const back: string[] = []
  while (tokens.length > 1) {
    const word = tokens.at(-1) ?? ''
    const before = tokens.at(-2) ?? ''
    const isDoctor = /^ph\.?$/i.test(before) && /^d\.?$/i.test(word) && tokens.length > 2
    const isPhysician = /^m\.$/i.test(before) && /^d\.$/i.test(word) && tokens.length > 3
    const pair = isDoctor || isPhysician
    const loud = !oneCase && tokens.length > 2 && /^(?:\p{Lu}{2,}|V)$/u.test(word.replace(/\./g, '')) && word !== 'V.'
    const suffix = pair ? (isDoctor ? 'PhD' : 'MD') : suffixOf(word, loud)
    if (!suffix) break
    back.unshift(suffix)
    tokens.splice(pair ? -2 : -1)
  }
  return [...front, ...back]
}

/** The text without titles and sure suffixes, for judging the case of the name itself. */
export function withoutAffixes(text: string): string {
  return text
    .split(' ')
    .filter((word) => !titleOf(word) && !suffixOf(word, false))
    .join(' ')
}
