// HubSpot: the account that rows are delivered with, and what its batch upsert says.
import type { JsonObject } from '../../kernel/json.ts'
import type { Integration, VendorRequest } from '../kit/kit.ts'
import { list, record, text } from '../kit/reply-values.ts'
import { UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.hubapi.com/crm/v3/objects'

export const hubspot: Integration = {
  id: 'hubspot',
  name: 'HubSpot',
  kind: 'delivery',
  docs_url: 'https://developers.hubspot.com/docs/guides/apps/private-apps/overview',
  fields: [
    {
      name: 'access_token',
      label: 'Access token',
      secret: true,
      required: true,
      help: 'Of a private app that may write contacts, companies or deals.',
    },
  ],
  auth: { in: 'bearer', field: 'access_token' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/contacts`, query: { limit: 1 } }),
    read: ({ json }) => (Array.isArray(record(json).results) ? works('contacts can be read') : UNREADABLE),
  },
}

/** Asks which of these values of `key` objects have. */
export function hubspotFind(object: string, key: string, ids: readonly string[]): VendorRequest {
  return {
    method: 'POST',
    url: `${API}/${object}/batch/read`,
    json: { idProperty: key, properties: [key], inputs: ids.map((id) => ({ id })) },
  }
}

/** The values of `key` that were found; undefined when it is no answer to the question. */
export function hubspotFound(json: unknown, key: string): string[] | undefined {
  const { results } = record(json)
  return Array.isArray(results)
    ? list(results).flatMap(({ properties }) => text(record(properties)[key]) ?? [])
    : undefined
}

/** Creates or updates the one object that has this value in the property `key`. */
export function hubspotUpsert(object: string, key: string, properties: JsonObject): VendorRequest {
  const id = properties[key]
  return {
    method: 'POST',
    url: `${API}/${object}/batch/upsert`,
    json: { inputs: [{ idProperty: key, id: typeof id === 'string' ? id : JSON.stringify(id ?? null), properties }] },
  }
}

/** Reads the outcome: the object, or all errors in HubSpot's own words. */
export function readHubspot(json: unknown): { id: string; created: boolean } | { faults: string[] } {
  const { results, errors, message } = record(json)
  const [done] = list(results)
  const id = text(done?.id)
  if (id !== undefined) return { id, created: done?.new === true }
  const faults = list(errors).flatMap((error) => text(error.message) ?? [])
  return { faults: faults.length > 0 ? faults : [text(message) ?? 'HubSpot answered without a result'] }
}
