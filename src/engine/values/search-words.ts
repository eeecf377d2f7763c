// What a search looks for, one meaning for rows, leads and the command palette: words in any order, without case and accents.
// The function search_text of the database folds as foldSearch does, and is held to it by a property.

/** Letters that are no letter with an accent. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/þ/g, 'th'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
  [/đ/g, 'd'],
  [/ð/g, 'd'],
  [/ı/g, 'i'],
]

/** More words than these narrow nothing down. */
const MOST_WORDS = 12

/** Simple lower case without accents: Müller and muller are one, and so are Łódź and lodz. */
export function foldSearch(text: string): string {
  const lower = text.replace(/[İΣ]/g, (letter) => (letter === 'Σ' ? 'σ' : 'i')).toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower
  const plain = lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return OTHERS.reduce((folded, [letter, letters]) => folded.replace(letter, letters), plain)
}

/** The different words of a question, folded; a text that holds all of them answers. What stands in quotation marks is one word, with its spaces. */
export function searchWords(question: string): string[] {
  const words = [...foldSearch(question).matchAll(/"([^"]*[^"\s][^"]*)"|\S+/gu)].map(([word, quoted]) => quoted ?? word)
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** Shorter words mean something else with one letter changed. */
const TYPO_FROM = 4

/** How well a text answers, the smaller the better; null where it does not. One letter of a longer word that a person typed may be wrong. */
export function rankText(text: string, words: readonly string[], isTyped = true): number | null {
  const folded = foldSearch(text)
  const own = folded.split(/[^\p{L}\p{N}]+/u)
  let rank = 0
  for (const word of words) {
    if (own.includes(word)) continue
    if (own.some((one) => one.startsWith(word))) rank += 1
    else if (folded.includes(word)) rank += 2
    else if (isTyped && word.length >= TYPO_FROM && own.some((one) => isNearly(one, word))) rank += 10
    else return null
  }
  return rank
}

const WORDS = /[\p{L}\p{N}]+/gu

/**
 * Pieces of a misspelt word. A text that holds the word that was meant, one edit away, contains at least one of them: the halves, and the word
 * with the two middle letters swapped. Empty for words that are too short, for text that is no word, and for numbers: with one digit changed a
 * postcode or an order is another one.
 */
export function typoPieces(word: string): string[] {
  if (word.length < TYPO_FROM || !/^\p{L}+$/u.test(word)) return []
  const middle = Math.floor(word.length / 2)
  const swapped = word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1)
  return [word.slice(0, middle), word.slice(middle), swapped]
}

/** The word of the texts, folded, that was most likely meant: whole words before beginnings of words, then the most frequent; null without one. */
export function nearestWord(word: string, texts: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const [found] of text.matchAll(WORDS))
      if (isNearly(found, word)) counts.set(found, (counts.get(found) ?? 0) + 1)
  const isWhole = (found: string) => Number(isOneEdit(found, word))
  const [best] = [...counts].sort(
    ([one, ones], [other, others]) =>
      isWhole(other) - isWhole(one) || others - ones || one.length - other.length || (one < other ? -1 : 1),
  )
  return best?.[0] ?? null
}

/** Whether one letter is missing, too many, another or out of place; of a word that is not yet at its end too. */
export function isNearly(text: string, typed: string): boolean {
  if (text === typed) return true
  return [-1, 0, 1].some((more) => isOneEdit(text.slice(0, typed.length + more), typed))
}

function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}
