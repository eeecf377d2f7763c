// The common form of web search results: a list of title, address and excerpt, for every engine.
import type { JsonObject } from '../../kernel/json.ts'
import { found, type LookupAnswer, notFound } from './kit.ts'
import { list, text, webAddress } from './reply-values.ts'

/** The answer in an engine's list; what has no web address is left out. */
export function searchAnswer(items: unknown, names: { url: string; excerpt: string }): LookupAnswer {
  const results = list(items).flatMap((one): JsonObject[] => {
    const url = webAddress(one[names.url])
    return url ? [{ title: text(one.title) ?? '', url, excerpt: text(one[names.excerpt]) ?? '' }] : []
  })
  return results.length > 0 ? found({ search_results: results }, 0.7) : notFound('The search has no results')
}

export const SAMPLE_RESULTS = [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site of Example.' }]

/** Two letters of a country, lower case; undefined for anything else. */
export function countryLetters(country: string | undefined): string | undefined {
  return country && /^[a-z]{2}$/i.test(country) ? country.toLowerCase() : undefined
}
