// Finds lookups, and the fields they fill, by the outcome a person wants ("work email", "phne", "domain"), best first, forgiving typing slips.
import { FIELDS, type FieldName, isFieldName } from './kit/fields.ts'
import type { CustomLookup, Lookup } from './kit/kit.ts'

type Listed = Lookup | CustomLookup

/** A phrase a lookup can be found by, and how much finding it there says. */
interface Phrase {
  words: readonly string[]
  weight: number
}

const WEIGHT = { output: 10, synonym: 7, label: 6, provider: 4, description: 2, input: 1 } as const

/** Words of a question that carry no meaning here. */
const FILLER = new Set(
  'a an and any by find for from get give how i in is me my of on or our please search the their to want with'.split(
    ' ',
  ),
)

/** The lookups that answer a search, best first; all of them, in catalog order, for blank text. Every meaningful word must be found. */
export function searchCatalog<L extends Listed>(catalog: readonly L[], text: string): L[] {
  const words = askedWords(text)
  if (words.length === 0) return text.trim() === '' ? [...catalog] : []
  return catalog
    .map((lookup, place) => ({ lookup, place, score: scoreOf(allPhrases(lookup), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ lookup }) => lookup)
}

/**
 * The fields that answer a search, best first; none for blank text. A field answers by its own names; a provider may be named
 * beside them ("hunter email"). A search that names only a provider or method returns the main outputs of its lookups.
 */
export function searchFields(catalog: readonly Lookup[], text: string): FieldName[] {
  const words = askedWords(text)
  if (words.length === 0) return []
  const [named, meant] = [new Map<FieldName, number>(), new Map<FieldName, number>()]
  const note = (scores: Map<FieldName, number>, field: FieldName, score: number) => {
    if (score > (scores.get(field) ?? 0)) scores.set(field, score)
  }
  for (const lookup of catalog) {
    const { about, outputs } = phrasesOf(lookup)
    lookup.outputs.forEach((output, place) => {
      const own = outputs[place] ?? []
      if (words.some((word) => bestOf(own, word) > 0)) note(named, output.field, scoreOf([...own, ...about], words))
      else if (place < 3) note(meant, output.field, scoreOf(about, words) * (1 - place * 0.1))
    })
  }
  return [...(named.size > 0 ? named : meant)].sort(([, a], [, b]) => b - a).map(([field]) => field)
}

function askedWords(text: string): string[] {
  const asked = wordsOf(text.slice(0, 200))
  const meaningful = asked.filter((word) => !FILLER.has(word))
  return meaningful.length > 0 ? meaningful : asked
}

const bestOf = (phrases: readonly Phrase[], word: string) =>
  Math.max(
    0,
    ...phrases.map((phrase) => phrase.weight * Math.max(0, ...phrase.words.map((known) => likeness(word, known)))),
  )

function scoreOf(phrases: readonly Phrase[], words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const best = bestOf(phrases, word)
    if (best <= 0) return 0
    score += best
  }
  // A phrase that says all of the question, and little else, is what was meant: "email" is rather "Work email" than "Email pattern and format".
  const whole = phrases.map((phrase) => {
    const hits = words.filter((word) => phrase.words.some((known) => likeness(word, known) > 0)).length
    return hits === words.length ? phrase.weight * (hits / phrase.words.length) : 0
  })
  return score / words.length + Math.max(...whole)
}

type Said = [text: string, weight: number]

interface Phrases {
  about: Phrase[]
  /** In the order of the outputs. */
  outputs: Phrase[][]
}

/** Declarations never change, so that their words are cut once. */
const known = new WeakMap<Listed, Phrases>()

function phrasesOf(lookup: Listed): Phrases {
  let phrases = known.get(lookup)
  if (!phrases) {
    const outputs = lookup.outputs.map((output, place) => wordedPhrases(phrasesOfOutput(output, place)))
    phrases = { about: wordedPhrases(phrasesAbout(lookup)), outputs }
    known.set(lookup, phrases)
  }
  return phrases
}

function allPhrases(lookup: Listed): Phrase[] {
  const { about, outputs } = phrasesOf(lookup)
  return [...about, ...outputs.flat()]
}

/** The provider, and the method. */
function phrasesAbout({ label, provider, description, inputs }: Listed): Said[] {
  return [
    [label, WEIGHT.label],
    [provider, WEIGHT.provider],
    [description, WEIGHT.description],
    ...inputs.map((input): Said => [input.label, WEIGHT.input]),
  ]
}

function phrasesOfOutput({ field, label }: Listed['outputs'][number], place: number): Said[] {
  // The first outputs are what the lookup is for; the rest come along.
  const share = place < 3 ? 1 - place * 0.1 : 0.6
  const named = isFieldName(field) ? FIELDS[field] : { label: field.replaceAll('_', ' '), synonyms: [] }
  const names = [label ?? named.label, named.label].map((name): Said => [name, WEIGHT.output * share])
  return [...names, ...named.synonyms.map((synonym): Said => [synonym, WEIGHT.synonym * share])]
}

const wordedPhrases = (said: readonly Said[]): Phrase[] =>
  said.map(([text, weight]) => ({ words: wordsOf(text), weight })).filter(({ words }) => words.length > 0)

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\be[-\s]?mails?\b/g, 'email')
    .replace(/organis/g, 'organiz')
    .replace(/normalis/g, 'normaliz')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word))
}

/** 1 for the same word, less for a beginning of it or a typing slip, 0 otherwise. */
function likeness(asked: string, known: string): number {
  if (asked === known) return 1
  if (asked.length >= 2 && known.startsWith(asked)) return 0.6 + 0.3 * (asked.length / known.length)
  if (asked.length >= 5 && known.length >= 5 && asked.startsWith(known)) return 0.5
  const allowed = asked.length >= 8 ? 2 : asked.length >= 4 ? 1 : 0
  if (allowed === 0 || Math.abs(asked.length - known.length) > allowed) return 0
  const slips = typingSlips(asked, known, allowed)
  return slips > allowed ? 0 : 0.7 - 0.15 * slips
}

/** Optimal string alignment distance: letters left out, added, changed or swapped with the neighbour; anything above `limit` is `limit + 1`. */
function typingSlips(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(change, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = above
    above = row
  }
  return Math.min(above[b.length] ?? 0, limit + 1)
}
