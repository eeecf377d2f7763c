// What the declarations of most vendors say alike: how a key is entered, that values are theirs, how a test says what is left.
import type { AccountField, HttpLookup, Integration, LocalLookup, Reply, TestAnswer } from './kit.ts'
import { number, record } from './reply-values.ts'

/** The one key that most vendors give; `help` says where. */
export function apiKey(help: string): AccountField {
  return { name: 'api_key', label: 'API key', secret: true, required: true, help }
}

/** What the keyed lookups of one vendor have in common. Another answer to the same question may cost again. */
export function keyed(integration: Integration) {
  return {
    provider: integration.id,
    integration,
    license: 'proprietary-api',
    method: 'api',
    keyless: false,
    repeat_free: false,
    cache_days: 30,
    timeout_ms: 30_000,
  } as const satisfies Partial<HttpLookup>
}

/** What a test says when the key works. */
export function works(what?: string): TestAnswer {
  return { ok: true, words: what === undefined ? 'The key works.' : `The key works: ${what}.` }
}

export const UNREADABLE: TestAnswer = { ok: false, words: 'The answer was not understood.' }

/** Reads what is left from a number at `path`, such as `data.credits`. */
export function leftAt(path: string, unit = 'credits left'): (reply: Reply) => TestAnswer {
  return ({ json }) => {
    const left = number(path.split('.').reduce<unknown>((part, name) => record(part)[name], json))
    return left === undefined ? UNREADABLE : works(`${left} ${unit}`)
  }
}

/** Where a service that people run themselves answers; `usual` for one that also has a public address. */
export function serviceAddress(help: string, usual?: string): AccountField {
  const field = { name: 'base_url', label: 'Address', secret: false, required: usual === undefined, help } as const
  return { ...field, kind: 'url', ...(usual && { default: usual }) }
}

/** What the lookups of an open API have in common: no key, no price, and asking again changes nothing. */
export function openApi(provider: string) {
  return {
    provider,
    price: { usd: 0, rule: 'free' },
    keyless: true,
    repeat_free: true,
    cache_days: 30,
    timeout_ms: 20_000,
  } as const
}

/** What the lookups have in common that Millrace computes itself, from their inputs alone: free, at once, and nothing to cache. */
export const COMPUTED = {
  provider: 'millrace',
  price: { usd: 0, rule: 'free' },
  license: 'inferred',
  method: 'inferred',
  keyless: true,
  repeat_free: true,
  cache_days: 0,
  limits: {},
  timeout_ms: 1000,
} as const satisfies Partial<LocalLookup>
