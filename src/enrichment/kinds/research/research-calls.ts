// The calls that a research is made of: one question to the model, one page, one search; tables have a file of their own.
import { cutText } from '../../../kernel/cut-text.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import { judgePage } from '../../../providers/kit/http-ask.ts'
import { type CustomLookup, failed, found, type LookupAnswer, notFound } from '../../../providers/kit/kit.ts'
import { askModel, type Manners } from '../../../providers/models/ask-model.ts'
import type { ModelQuestion, ModelVendor } from '../../../providers/models/model-kit.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import { tokensOf } from '../ai/ai-lookup.ts'
import { customLookup, fingerprintOf, NO_INPUTS } from '../custom-settings.ts'
import { type ModelPrice, tokensUsd } from '../models/model-prices.reads.ts'
import { createMeter } from '../models/model-talk.ts'
import { LONGEST_SHOWN, type ShownLink } from './research-prompt.logic.ts'

export interface TurnSettings {
  id: string
  vendor: ModelVendor
  price: ModelPrice | null
  manners: Manners
  cache_days: number
  timeout_ms: number
  question: Omit<ModelQuestion, 'hold'>
}

/** The most that a question of so many letters can cost, in US dollars; null is unknown. */
export function turnUsd(price: ModelPrice | null, letters: number, maxTokens: number): number | null {
  return price && tokensUsd(price, tokensOf(letters), maxTokens)
}

/** One question to the model; the caller reads the answer. */
export function turnLookup({
  id,
  vendor,
  price,
  manners,
  cache_days,
  timeout_ms,
  question,
}: TurnSettings): CustomLookup {
  const { system, messages, schema, max_tokens, model, temperature } = question
  const said = canonicalJson({ schema, messages: messages.map(({ role, text }) => ({ role, text })) })
  const usd = turnUsd(price, system.length + said.length, max_tokens)
  const isFree = vendor.own && usd === 0
  return customLookup<CustomLookup>(NO_INPUTS, {
    id,
    provider: vendor.integration.id,
    label: `${vendor.integration.name}: ${model}`,
    outputs: [{ field: 'said', label: 'Said', type: 'text' }],
    price: isFree ? { usd: 0, rule: 'free' } : { usd, rule: 'vendor_reports', counted_here: true },
    license: 'inferred',
    method: 'ai',
    repeat_free: vendor.own,
    cache_days,
    limits: {},
    timeout_ms,
    account: vendor.integration,
    fingerprint: fingerprintOf([system, said, max_tokens, temperature]),
    longest_input: 0,
    async act(_values, tools): Promise<LookupAnswer> {
      const meter = createMeter({ price, tools })
      const asked = await askModel(vendor, question, tools, manners)
      if (!asked.ok) return asked.answer
      meter.add(asked.reply)
      if (asked.reply.cut)
        return failed('unmapped', `The answer is longer than ${max_tokens} tokens; raise max_tokens.`)
      return asked.reply.text.trim() === '' ? notFound('It said nothing') : found({ said: asked.reply.text }, 1)
    },
  })
}

/** One page as text, politely read: guarded, by the rules of robots.txt, from the cache where it is there. */
export function pageLookup(timeout_ms: number): CustomLookup {
  return customLookup<CustomLookup>(NO_INPUTS, {
    id: 'web-page',
    provider: 'web-page',
    label: 'Web page',
    outputs: [
      { field: 'url', label: 'Address', type: 'url' },
      { field: 'title', label: 'Title', type: 'text' },
      { field: 'text', label: 'Text', type: 'text' },
      { field: 'links', label: 'Links', type: 'json' },
      { field: 'fetched_at', label: 'Read', type: 'text' },
    ],
    price: { usd: 0, rule: 'free' },
    license: 'scraped',
    method: 'crawl',
    repeat_free: true,
    cache_days: 0,
    limits: {},
    timeout_ms,
    fingerprint: '',
    longest_input: 2_000,
    async act({ url }, tools): Promise<LookupAnswer> {
      const page = await tools.fetchPage(String(url))
      const unread = judgePage({ repeat_free: true }, page)
      if (unread || !page.ok) return unread ?? notFound('There is no page')
      const { title, text, links, base } = readPage(page.body)
      const isPlain = (page.headers['content-type'] ?? '').startsWith('text/plain')
      const words = cutText(isPlain ? page.body : text, LONGEST_SHOWN)
      if (words.trim() === '') return notFound('There is no text on the page')
      const fetched_at = new Date(page.fetched_at ?? tools.now()).toISOString()
      const linked = isPlain
        ? []
        : linksOf(base !== null && URL.canParse(base, page.url) ? new URL(base, page.url).href : page.url, links)
      return found({ url: page.url, title: cutText(title, 300), text: words, links: linked as never, fetched_at }, 1)
    },
  })
}

const MOST_LINKS = 120

/** Links that can be followed, each once; those of the same site first. */
function linksOf(base: string, links: readonly { href: string; text: string; hidden: boolean }[]): ShownLink[] {
  const here = new URL(base).hostname
  const found = new Map<string, ShownLink & { own: boolean }>()
  for (const { href, text, hidden } of links) {
    if (hidden || found.size >= MOST_LINKS || !URL.canParse(href, base)) continue
    const url = new URL(href, base)
    if (!/^https?:$/.test(url.protocol)) continue
    url.hash = ''
    if (url.href !== base && !found.has(url.href))
      found.set(url.href, { url: url.href, text: cutText(text, 120), own: url.hostname === here })
  }
  return [...found.values()].sort((a, b) => Number(b.own) - Number(a.own)).map(({ url, text }) => ({ url, text }))
}
