// Measures which of many sources' values a lead shows, on what sellers said of the authors of books, beside a vote by majority.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { agreementKey } from '../../src/engine/waterfall/judge.ts'
import { compareClaims, evidenceOf, type ValueClaim } from '../../src/enrichment/lead-actions/fusion.logic.ts'
import type { Line } from './matching.ts'

const FIELD = 'contact_person'
const NOW = Date.parse('2026-01-01T00:00:00Z')

/** Surnames of a list of authors, each once; sellers write "Knuth, Donald", "Donald Knuth" and "KNUTH". */
function surnamesOf(text: string): string[] {
  const people = text
    .toLowerCase()
    .replace(/\((?:author|editor|ed)s?\)|\bandapos;|\b(?:jr|sr|phd|md|ii|iii|iv)\b\.?/g, '')
    .split(/\s*(?:[;/&|]|\band\b|\bwith\b)\s*/)
  const surname = (name: string) =>
    name
      .normalize('NFKD')
      .replace(/[^a-z\s-]/g, '')
      .trim()
      .split(/\s+/)
      .at(-1)
      ?.replace(/-/g, '') ?? ''
  const names = people.flatMap((person) => {
    const parts = person
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const pairs = Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => surname(parts[at * 2] ?? ''))
    return parts.length > 1 ? pairs : [surname(person)]
  })
  return [...new Set(names)].filter((name) => name.length > 1).sort()
}

/** An ISBN of ten digits in its form of thirteen. */
function inThirteen(isbn: string): string {
  if (isbn.length !== 10) return isbn
  const digits = `978${isbn.slice(0, 9)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

interface BookClaims {
  isbn: string
  claims: { source: string; authors: string[] }[]
}

function readBooks(folder: string): { books: BookClaims[]; gold: Map<string, string[]> } {
  const text = gunzipSync(readFileSync(join(folder, 'fusion', 'book-claims.tsv.gz'))).toString('utf8')
  const books = new Map<string, BookClaims>()
  for (const line of text.split('\n')) {
    const [source = '', written = '', , authors = ''] = line.split('\t')
    const isbn = inThirteen(written)
    const surnames = surnamesOf(authors)
    if (isbn === '' || surnames.length === 0 || /not available/i.test(authors)) continue
    const book = books.get(isbn) ?? { isbn, claims: [] }
    books.set(isbn, book)
    // A seller that offers a book twice has one say.
    if (!book.claims.some((one) => one.source === source)) book.claims.push({ source, authors: surnames })
  }
  const golden = readFileSync(join(folder, 'fusion', 'book-golden.tsv'), 'utf8')
  const gold = golden.split('\n').flatMap((line): [string, string[]][] => {
    const [isbn = '', authors = ''] = line.split('\t')
    return authors.trim() === '' ? [] : [[inThirteen(isbn), surnamesOf(authors)]]
  })
  return { books: [...books.values()], gold: new Map(gold) }
}

/** Which value each book shows when claims come one by one, as enrichment brings them, and what is learned of sellers on the way counts. */
function shownByProduct(books: readonly BookClaims[]): Map<string, string[]> {
  const evidence = new Map<string, Map<string, boolean>>()
  const records = (provider: string) => {
    const known = [...(evidence.get(provider)?.values() ?? [])].slice(-200)
    return { known: known.length, wrong: known.filter((holds) => !holds).length }
  }
  return new Map(
    books.map(({ isbn, claims }) => {
      let stored: ValueClaim = { value: null, provenance: undefined }
      for (const { source, authors } of claims) {
        const provenance = { provider: source, method: 'crawl', fetched_at: new Date(NOW).toISOString() }
        const brought: ValueClaim = { value: authors, provenance }
        const verdict = compareClaims(FIELD, stored, brought, NOW, records)
        for (const { provider, holds } of evidenceOf(verdict, stored, brought))
          evidence.set(provider, (evidence.get(provider) ?? new Map()).set(isbn, holds))
        if (verdict.kind === 'fills' || verdict.kind === 'replaces') stored = brought
        else if (verdict.kind === 'agrees' && verdict.refreshes) stored = { ...stored, provenance }
      }
      return [isbn, stored.value as string[]]
    }),
  )
}

/** The value that most sellers gave, the first of those with as many. */
function shownByMajority(books: readonly BookClaims[]): Map<string, string[]> {
  return new Map(
    books.map(({ isbn, claims }) => {
      const votes = new Map<string, { count: number; authors: string[] }>()
      for (const { authors } of claims) {
        const key = agreementKey(authors)
        votes.set(key, { count: (votes.get(key)?.count ?? 0) + 1, authors })
      }
      const [most] = [...votes.values()].sort((a, b) => b.count - a.count)
      return [isbn, most?.authors ?? []]
    }),
  )
}

export function fusionLines(folder: string | null): Line[] {
  if (folder === null || !existsSync(join(folder, 'fusion', 'book-claims.tsv.gz'))) return []
  const { books, gold } = readBooks(folder)
  const judged = books.filter(({ isbn }) => gold.has(isbn))
  const accuracyOf = (shown: Map<string, string[]>) =>
    judged.filter(({ isbn }) => agreementKey(shown.get(isbn) ?? []) === agreementKey(gold.get(isbn) ?? [])).length /
    Math.max(1, judged.length)
  const majority = accuracyOf(shownByMajority(books))
  const could = judged.filter(({ isbn, claims }) =>
    claims.some(({ authors }) => agreementKey(authors) === agreementKey(gold.get(isbn) ?? [])),
  )
  return [
    {
      set: `books, ${judged.length} with known authors`,
      measure: `the right authors shown, of ${could.length} that a seller has right`,
      found: accuracyOf(shownByProduct(books)),
      target: majority,
      anchor: `majority ${majority.toFixed(3)}`,
    },
  ]
}
