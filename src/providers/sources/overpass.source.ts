// Places of OpenStreetMap, from any service that answers Overpass queries.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { joined, list, record, text, webAddress } from '../kit/reply-values.ts'
import type { HttpSource } from './source.ts'

const MOST = 5_000
const quoted = (value: string) => JSON.stringify(value)

export const overpass: HttpSource = {
  id: 'overpass',
  title: 'OpenStreetMap places',
  group: 'places',
  place: 10,
  description: 'Shops, offices and other places in a town or region, with address, phone and website.',
  method: 'api',
  license: 'ODbL-1.0',
  docs_url: 'https://wiki.openstreetmap.org/wiki/Overpass_API',
  lead_kind: 'company',
  page_size: MOST,
  fields: [
    { name: 'name', label: 'Name', lead: 'company' },
    { name: 'osm_id', label: 'OpenStreetMap', lead: 'external_id' },
    { name: 'kind', label: 'Kind', lead: 'specialization' },
    { name: 'website', label: 'Website', type: 'url', lead: 'website' },
    { name: 'phone', label: 'Phone', type: 'phone', lead: 'phone' },
    { name: 'email', label: 'Email', type: 'email', lead: 'email' },
    { name: 'address', label: 'Address', lead: 'address' },
    { name: 'city', label: 'City', lead: 'city' },
    { name: 'postcode', label: 'Postcode' },
    { name: 'country', label: 'Country', lead: 'country' },
    { name: 'latitude', label: 'Latitude', type: 'number' },
    { name: 'longitude', label: 'Longitude', type: 'number' },
  ],
  settings: Type.Object(
    {
      area: Type.String({
        minLength: 2,
        maxLength: 200,
        title: 'Town or region',
        description: 'As OpenStreetMap calls it, such as Berlin.',
      }),
      tag: Type.String({
        pattern: '^[A-Za-z_:]{1,60}$',
        title: 'Tag',
        default: 'shop',
        description: 'Such as shop, office, amenity, craft.',
      }),
      value: Type.Optional(
        Type.String({ maxLength: 100, title: 'Value of the tag', description: 'Such as bakery. Empty: any.' }),
      ),
      with_website: Type.Boolean({ default: false, title: 'Only places with a website' }),
      service_url: Type.String({
        pattern: '^https?://',
        maxLength: 500,
        ...shownAs({ title: 'Service', wide: true }),
        default: 'https://overpass-api.de/api/interpreter',
        description: 'Any address that answers Overpass queries.',
      }),
    },
    { additionalProperties: false },
  ),
  has: ['elements[]'],
  check: ({ service_url }) =>
    URL.canParse(String(service_url)) ? [] : [{ setting: 'service_url', msg: 'This is not a web address' }],
  ask: ({ area, tag, value, with_website, service_url }) => {
    const filter = value ? `[${quoted(String(tag))}=${quoted(String(value))}]` : `[${quoted(String(tag))}]`
    const site = with_website ? '[~"^(contact:)?website$"~"."]' : ''
    const query = `[out:json][timeout:60];area["name"=${quoted(String(area))}]["boundary"="administrative"]->.a;nwr${filter}["name"]${site}(area.a);out center ${MOST};`
    return { method: 'POST', url: String(service_url), form: { data: query } }
  },
  read({ json }, { tag }) {
    const { elements, remark } = record(json)
    if (/error|timed out/i.test(text(remark) ?? ''))
      return { failure: `OpenStreetMap could not answer: ${text(remark)}. Choose a smaller area`, is_final: true }
    const found = list(elements)
    return {
      records: found.flatMap((one) => {
        const tags = record(one.tags)
        const name = text(tags.name)
        const id = `${one.type}/${one.id}`
        const middle = { ...record(one.center), ...(one.lat !== undefined && { lat: one.lat, lon: one.lon }) } as {
          lat?: number
          lon?: number
        }
        if (!name) return []
        return [
          {
            record_id: id,
            values: {
              name,
              osm_id: `osm:${id}`,
              kind: text(tags[String(tag)]) ?? null,
              website: webAddress(tags.website ?? tags['contact:website']) ?? null,
              phone: text(tags.phone) ?? text(tags['contact:phone']) ?? null,
              email: text(tags.email) ?? text(tags['contact:email']) ?? null,
              address: joined([text(tags['addr:street']), text(tags['addr:housenumber'])].filter(Boolean).join(' ')),
              city: text(tags['addr:city']) ?? null,
              postcode: text(tags['addr:postcode']) ?? null,
              country: text(tags['addr:country']) ?? null,
              latitude: middle.lat ?? null,
              longitude: middle.lon ?? null,
            },
            source_url: `https://www.openstreetmap.org/${id}`,
          },
        ]
      }),
      next: null,
      total: found.length,
      ...(found.length >= MOST && {
        note: `The first ${MOST} places are read. Choose a smaller area to get the others`,
      }),
    }
  },
}
