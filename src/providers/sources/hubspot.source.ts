// Contacts, companies or deals of a HubSpot account: all of them, or the members of a list.
import { Type } from 'typebox'
import type { Json } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { hubspot as integration } from '../crm/hubspot.ts'
import { list, record, text, texts } from '../kit/reply-values.ts'
import type { HttpSource, SourcePage } from './source.ts'

const API = 'https://api.hubapi.com/crm'
const PAGE = 100
const PROPERTIES: { [object: string]: readonly string[] } = {
  contacts: [
    ...['email', 'hs_additional_emails', 'salutation', 'firstname', 'lastname', 'jobtitle', 'phone', 'company'],
    ...['address', 'zip', 'city', 'state', 'country', 'lastmodifieddate'],
  ],
  companies: [
    ...['name', 'domain', 'website', 'phone', 'address', 'zip', 'city', 'state', 'country'],
    ...['industry', 'numberofemployees'],
  ],
  deals: ['dealname', 'dealstage', 'amount', 'closedate', 'pipeline'],
}

/** Position in a list: the ids of a page, and where the next page begins. */
interface Place {
  after?: string
  ids?: string[]
}

export const hubspot: HttpSource = {
  id: 'hubspot',
  title: 'HubSpot',
  group: 'crm',
  place: 10,
  description: 'Contacts, companies or deals of your account, all or the members of a list.',
  method: 'api',
  license: 'user-provided',
  docs_url: 'https://developers.hubspot.com/docs/api-reference/crm-objects-v3/guide',
  lead_kind: 'person',
  kind_of: ({ object }) => (object === 'companies' ? 'company' : 'person'),
  page_size: PAGE,
  fields: null,
  settings: Type.Object(
    {
      object: Type.Unsafe<string>({
        type: 'string',
        enum: Object.keys(PROPERTIES),
        default: 'contacts',
        ...shownAs({ title: 'Objects', labels: { contacts: 'Contacts', companies: 'Companies', deals: 'Deals' } }),
      }),
      list_id: Type.Optional(
        Type.String({ pattern: '^\\d{1,20}$', title: 'List', description: 'Its ILS list id. Empty: all objects.' }),
      ),
      properties: Type.Optional(
        Type.Array(Type.String({ pattern: '^[a-z0-9_]{1,100}$' }), {
          maxItems: 100,
          title: 'Properties',
          description: 'Internal names, one a line. Empty: the usual ones.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  integration,
  ask(settings, { at }) {
    const { after, ids } = record(at) as Place
    const object = String(settings.object)
    const properties = propertiesOf(settings)
    if (ids)
      return {
        method: 'POST',
        url: `${API}/v3/objects/${object}/batch/read`,
        json: { properties: [...properties], inputs: ids.map((id) => ({ id })) },
      }
    if (settings.list_id)
      return {
        method: 'GET',
        url: `${API}/v3/lists/${String(settings.list_id)}/memberships`,
        query: { limit: PAGE, after },
      }
    return {
      method: 'GET',
      url: `${API}/v3/objects/${object}`,
      query: { limit: PAGE, after, properties: properties.join(',') },
    }
  },
  read({ json }, settings, { at }): SourcePage | { failure: string; is_final: true } {
    const { results, paging } = record(json)
    if (!Array.isArray(results)) return { failure: 'HubSpot answered without a list', is_final: true }
    const after = text(record(record(paging).next).after)
    const { ids, after: behind } = record(at) as Place
    const goOn = (place: Place): Json | null => (place.after === undefined ? null : (place as Json))
    if (settings.list_id && !ids) {
      const members = list(results).flatMap(({ recordId }) => text(recordId) ?? [])
      const found: string[] = members.length > 0 ? members : texts(results)
      if (found.length === 0) return { records: [], next: goOn({ ...(after && { after }) }) }
      return { records: [], next: { ids: found, ...(after && { after }) } }
    }
    return {
      records: list(results).flatMap((one) => {
        const id = text(one.id)
        const values = Object.entries(record(one.properties)).map(([name, value]) => [name, (value ?? null) as Json])
        return id ? [{ record_id: id, values: { ...Object.fromEntries(values), hubspot_id: id } }] : []
      }),
      next: ids ? goOn({ ...(behind && { after: behind }) }) : goOn({ ...(after && { after }) }),
    }
  },
}

function propertiesOf({ object, properties }: { object?: unknown; properties?: unknown }): readonly string[] {
  const own = texts(properties)
  return own.length > 0 ? own : (PROPERTIES[String(object)] ?? [])
}
