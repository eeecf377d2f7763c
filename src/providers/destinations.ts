// Finds the hosts that a lookup, account or source calls: runs its declaration without sending anything, and notes the requests.
import type { JsonObject } from '../kernel/json.ts'
import {
  type AccountForm,
  type Credentials,
  type Inputs,
  type Integration,
  integrationOf,
  type Lookup,
  type VendorRequest,
} from './kit/kit.ts'
import type { SourceAdapter } from './sources/source.ts'

export const ROW_PLACES = ['website', 'dns', 'mail_server'] as const

export interface Destinations {
  /** Fixed in the code; `*` stands for a part that the row gives. */
  hosts: string[]
  /** Places that the row names. */
  row_places: (typeof ROW_PLACES)[number][]
  /** The address is the one that was entered for the account. */
  is_entered: boolean
}

/** An address that no request may have: it stands for one that was entered. */
const ENTERED = 'entered.invalid'
const NOT_SENT = { ok: false, reason: 'blocked', message: 'Only noted', sent: false } as const

const standIn = ({ fields }: Pick<AccountForm, 'fields'>): Credentials =>
  Object.fromEntries(
    fields.map(({ name, kind, default: usual }) => [name, usual ?? (kind === 'url' ? `https://${ENTERED}` : 'x')]),
  )

export function accountDestinations(integration: Integration): Destinations {
  const account = standIn(integration)
  const requests = [
    integration.test.ask(account),
    ...(integration.auth.in === 'oauth' ? [integration.auth.mint(account)] : []),
  ]
  return summarize(requests.map(({ url }) => url))
}

/** A lookup that computes its answer has none. */
export async function lookupDestinations(lookup: Lookup): Promise<Destinations> {
  const integration = integrationOf(lookup)
  const account = integration ? standIn(integration) : {}
  if ('ask' in lookup) {
    const { url } = lookup.ask(lookup.sample.inputs, account, {})
    const minted = integration?.auth.in === 'oauth' ? [integration.auth.mint(account).url] : []
    return summarize([url, ...minted])
  }
  if (!('visit' in lookup)) return { hosts: [], row_places: [], is_entered: false }
  const urls: string[] = []
  const places = new Set<Destinations['row_places'][number]>()
  const note = (url: string) => {
    if (isNamedByRow(url, lookup.sample.inputs)) places.add('website')
    else urls.push(url)
  }
  await lookup.visit(lookup.sample.inputs, {
    async fetchPage(url) {
      note(url)
      return NOT_SENT
    },
    async ask({ url }: VendorRequest) {
      note(url)
      return { ok: false, answer: { kind: 'not_found' } }
    },
    async dns() {
      places.add('dns')
      return { ok: true, records: ['mail.invalid'], gone: false }
    },
    async smtp() {
      places.add('mail_server')
      return { ok: false, reason: 'silent', message: 'Only noted' }
    },
    signal: new AbortController().signal,
    now: Date.now,
  })
  const { hosts, is_entered } = summarize(urls, lookup.sample.inputs)
  const all = [...new Set([...hosts, ...(lookup.later_hosts ?? [])])]
  return { hosts: all, is_entered, row_places: ROW_PLACES.filter((place) => places.has(place)) }
}

export function sourceDestinations(source: SourceAdapter, settings: JsonObject): Destinations {
  if ('reads' in source) return summarize(source.addresses(settings))
  const { integration } = source
  const account = integration ? standIn(integration) : {}
  const { url } = source.ask(settings, { at: null, since: null, account })
  const minted = integration?.auth.in === 'oauth' ? [integration.auth.mint(account).url] : []
  const { hosts, ...goes } = summarize([url, ...minted])
  return { ...goes, hosts: [...new Set([...hosts, ...(source.later_hosts?.(settings) ?? [])])] }
}

/** Where a source goes before anything is set; undefined where its settings name the host. */
export function usualDestinations(source: SourceAdapter): Destinations | undefined {
  const usual = Object.entries(source.settings.properties).flatMap(
    ([name, { default: value }]: [string, { default?: unknown }]) => (value === undefined ? [] : [[name, value]]),
  )
  try {
    return sourceDestinations(source, Object.fromEntries(usual))
  } catch {
    return undefined
  }
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** The host stands in an input of the row. */
export function isNamedByRow(url: string, inputs: Inputs): boolean {
  const host = withoutWww(new URL(url).hostname)
  return Object.values(inputs).some((text) => {
    const given = withoutWww(
      text
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/[/?#].*$/, '')
        .replace(/^.*@/, ''),
    )
    return given.includes('.') && (host === given || host.endsWith(`.${given}`))
  })
}

function summarize(urls: readonly string[], inputs: Inputs = {}): Destinations {
  const hosts = urls.map((url) => new URL(url).host)
  const given = new Set(Object.values(inputs).map((text) => text.toLowerCase()))
  const named = hosts.map((host) =>
    host
      .split('.')
      .map((label) => (given.has(label) ? '*' : label))
      .join('.'),
  )
  return {
    hosts: [...new Set(named)].filter((host) => host !== ENTERED),
    row_places: [],
    is_entered: hosts.includes(ENTERED),
  }
}
