// Builds the likely work addresses of a person at a domain, each with its pattern and probability.

import { latinSpellings, type Spelling } from '../names/latin.ts'
import { isParticle } from '../names/person-name-words.ts'
import { type EmailPattern, localPart, type patternShares } from './email-patterns.ts'

export interface EmailGuess {
  email: string
  pattern: EmailPattern
  /** 0..1: that this is the person's address. */
  probability: number
}

const MOST_GUESSES = 12

/** Likely addresses, best first, at most 12; empty when a name cannot be written in Latin letters. */
export function guessEmails(
  name: { first: string; last: string },
  domain: string,
  shares: ReturnType<typeof patternShares>,
  digraphs: number,
): EmailGuess[] {
  const firsts = forms(name.first, digraphs, givenForms)
  const lasts = forms(name.last, digraphs, surnameForms)
  const guesses = new Map<string, EmailGuess>()
  for (const [pattern, share] of shares) {
    const needsFirst = /f/.test(pattern.replaceAll('last', ''))
    const needsLast = /l/.test(pattern)
    if ((needsFirst && firsts.length === 0) || (needsLast && lasts.length === 0)) continue
    for (const first of needsFirst ? firsts : [{ text: '', share: 1 }]) {
      for (const last of needsLast ? lasts : [{ text: '', share: 1 }]) {
        const local = localPart(pattern, needsFirst ? first.text : '', needsLast ? last.text : '')
        if (local.length > 64 || local === '') continue
        const email = `${local}@${domain}`
        const probability = share * first.share * last.share
        const known = guesses.get(email)
        guesses.set(email, {
          email,
          pattern: known && known.probability >= probability ? known.pattern : pattern,
          probability: probability + (known?.probability ?? 0),
        })
      }
    }
  }
  return [...guesses.values()]
    .sort((a, b) => b.probability - a.probability || a.email.localeCompare(b.email, 'en'))
    .slice(0, MOST_GUESSES)
    .map((guess) => ({ ...guess, probability: Math.round(guess.probability * 10_000) / 10_000 }))
}

function forms(name: string, digraphs: number, ways: (spelling: string) => Spelling[]): Spelling[] {
  return latinSpellings(name, digraphs).flatMap((spelling) =>
    ways(spelling.text).map(({ text, share }) => ({ text, share: share * spelling.share })),
  )
}

/** "jean-pierre", "mary ann": whole, run together, and the first alone. */
function givenForms(name: string): Spelling[] {
  const parts = name.split(/[ -]+/)
  if (parts.length === 1) return [{ text: name, share: 1 }]
  const joined = parts.join('')
  const [first = ''] = parts
  if (name.includes('-'))
    return [
      { text: name.replaceAll(' ', ''), share: 0.55 },
      { text: joined, share: 0.3 },
      { text: first, share: 0.15 },
    ]
  return [
    { text: first, share: 0.6 },
    { text: joined, share: 0.3 },
    { text: parts.join('.'), share: 0.1 },
  ]
}

/** "van der berg" is mostly run together, "smith-jones" kept, and of "garcia marquez" the father's name is used. */
function surnameForms(name: string): Spelling[] {
  const words = name.split(' ')
  const [first = ''] = words
  if (words.length > 1 && isParticle(first)) {
    const core = words.filter((word) => !isParticle(word)).join('')
    const joined = words.join('')
    return core === ''
      ? [{ text: joined, share: 1 }]
      : [
          { text: joined, share: 0.7 },
          { text: core, share: 0.2 },
          { text: words.join('.'), share: 0.1 },
        ]
  }
  if (words.length > 1)
    return [
      { text: first, share: 0.55 },
      { text: words.join(''), share: 0.25 },
      { text: words.at(-1) ?? '', share: 0.12 },
      { text: words.join('-'), share: 0.08 },
    ]
  const parts = name.split('-')
  if (parts.length === 1) return [{ text: name, share: 1 }]
  return [
    { text: name, share: 0.6 },
    { text: parts.join(''), share: 0.25 },
    { text: parts.at(-1) ?? '', share: 0.08 },
    { text: parts[0] ?? '', share: 0.07 },
  ]
}
