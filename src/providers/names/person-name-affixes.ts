// Titles before a name and suffixes after it: found, taken off, and written the usual way.
import { DOUBTFUL_SUFFIXES, SUFFIXES, TITLES } from './person-name-words.ts'

const GENERATION = /^(jr|sr|jnr|snr|ii|iii|iv)\.?$/i

function titleOf(word: string): string | undefined {
  return TITLES.get(word.toLowerCase().replace(/\./g, ''))
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
    const title = titleOf(word)
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
    const pair = /^ph\.?$/i.test(tokens.at(-2) ?? '') && /^d\.?$/i.test(word) && tokens.length > 2
    const loud = !oneCase && tokens.length > 2 && /^\p{Lu}{2,}$/u.test(word.replace(/\./g, ''))
    const suffix = pair ? 'PhD' : suffixOf(word, loud)
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
