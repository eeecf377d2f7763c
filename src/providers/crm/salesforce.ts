// Salesforce: the account that rows are delivered with, how a record is found, created or updated, and what the answers say.
import type { JsonObject } from '../../kernel/json.ts'
import type { Credentials, Integration, VendorRequest } from '../kit/kit.ts'
import { list, record, text, texts } from '../kit/reply-values.ts'
import { serviceAddress, UNREADABLE, works } from '../kit/vendor-terms.ts'

const VERSION = 'v60.0'
export const dataAt = ({ base_url }: Credentials) => `${base_url}/services/data/${VERSION}`

export const salesforce: Integration = {
  id: 'salesforce',
  name: 'Salesforce',
  kind: 'delivery',
  docs_url: 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_client_credentials_flow.htm',
  fields: [
    serviceAddress('Your own domain of Salesforce, such as https://acme.my.salesforce.com.'),
    {
      name: 'client_id',
      label: 'Consumer key',
      secret: true,
      required: true,
      help: 'Of a connected app with the client credentials flow switched on and a user to run as.',
    },
    { name: 'client_secret', label: 'Consumer secret', secret: true, required: true, help: 'Of the same app.' },
  ],
  auth: {
    in: 'oauth',
    mint: ({ base_url, client_id = '', client_secret = '' }) => ({
      method: 'POST',
      url: `${base_url}/services/oauth2/token`,
      form: { grant_type: 'client_credentials', client_id, client_secret },
    }),
  },
  test: {
    ask: (account) => ({ method: 'GET', url: `${dataAt(account)}/limits` }),
    read: ({ json }) => (record(json).DailyApiRequests ? works('the API can be called') : UNREADABLE),
  },
}

/** The record with this external id, made or changed in one call; the key itself must not stand among the values. */
export function upsertByExternalId(
  account: Credentials,
  object: string,
  key: string,
  id: string,
  values: JsonObject,
): VendorRequest {
  const { [key]: _, ...others } = values
  return {
    method: 'PATCH',
    url: `${dataAt(account)}/sobjects/${object}/${key}/${encodeURIComponent(id)}`,
    json: others,
  }
}

/** Asks for the records with one of these values: two with the same are ambiguous, so that two of each are enough. */
export function findByValues(
  account: Credentials,
  object: string,
  key: string,
  values: readonly string[],
): VendorRequest {
  const quoted = values.map((value) => `'${quote(value)}'`)
  const isOne = quoted.length === 1
  const fields = isOne || key === 'Id' ? 'Id' : `Id, ${key}`
  const condition = isOne ? `= ${quoted[0]}` : `IN (${quoted.join(', ')})`
  return {
    method: 'GET',
    url: `${dataAt(account)}/query`,
    query: { q: `SELECT ${fields} FROM ${object} WHERE ${key} ${condition} LIMIT ${2 * quoted.length}` },
  }
}

const quote = (value: string) => value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')

/** The records that were found, each with its id and its value; undefined when it is no answer to a query. */
export function foundRecords(json: unknown, key: string): { id: string; value: string }[] | undefined {
  const { records } = record(json)
  if (!Array.isArray(records)) return undefined
  return list(records).flatMap((one) => {
    const id = text(one.Id)
    const value = one[key]
    return id === undefined ? [] : [{ id, value: typeof value === 'number' ? String(value) : (text(value) ?? '') }]
  })
}

export function createRecord(account: Credentials, object: string, values: JsonObject): VendorRequest {
  return { method: 'POST', url: `${dataAt(account)}/sobjects/${object}`, json: values }
}

export function changeRecord(account: Credentials, object: string, id: string, values: JsonObject): VendorRequest {
  return { method: 'PATCH', url: `${dataAt(account)}/sobjects/${object}/${encodeURIComponent(id)}`, json: values }
}

/** What it says was wrong, each fault with the fields it is about. */
export function faultsIn(json: unknown): { words: string[]; codes: string[] } {
  const faults = list(json)
  const words = faults.map(({ message, errorCode, fields }) => {
    const about = texts(fields).join(', ')
    return [about, text(message) ?? text(errorCode) ?? 'refused'].filter(Boolean).join(': ')
  })
  return { words, codes: faults.flatMap(({ errorCode }) => text(errorCode) ?? []) }
}
