// What a lookup says of where it goes, against every request of its recorded answers.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog, integrationsOf } from './catalog.ts'
import {
  accountDestinations,
  isNamedByRow,
  lookupDestinations,
  sourceDestinations,
  usualDestinations,
} from './destinations.ts'
import { MODEL_INTEGRATIONS } from './models/model-vendors.ts'
import type { Visits } from './recorded.fixture.ts'
import { SOURCES } from './sources/catalog.ts'
import { RECORDED } from './sources/sources.fixture.ts'

const folder = new URL('./vendors/', import.meta.url)
const fixtures = readdirSync(folder).flatMap((name) => /^(.+)\.fixture\.ts$/.exec(name)?.[1] ?? [])
const written = await Promise.all(fixtures.map((name) => import(`./vendors/${name}.fixture.ts`)))
const VISITS: Visits = Object.assign({}, ...written.map((one) => one.VISITS ?? {}))

describe('where a lookup goes', () => {
  it.each(catalog.map((lookup) => [lookup.id, lookup] as const))('is known for %s', async (_, lookup) => {
    const { hosts, row_places, is_entered } = await lookupDestinations(lookup)
    const isLocal = 'answer' in lookup
    expect(hosts.length + row_places.length + Number(is_entered) > 0).toBe(!isLocal)
    expect(hosts.filter((host) => host.endsWith('.invalid'))).toEqual([])
  })

  it.each(Object.keys(VISITS))('names every host that %s was recorded at', async (id) => {
    const lookup = catalog.find((one) => one.id === id)
    if (!lookup) throw new Error(`there is no lookup ${id}`)
    const { hosts, row_places } = await lookupDestinations(lookup)
    const met = Object.values(VISITS[id] ?? {}).flatMap(({ web = {} }) => Object.keys(web))
    const elsewhere = met.filter((url) => !isNamedByRow(url, lookup.sample.inputs))
    const fits = (host: string) =>
      hosts.some((known) => known === host || (known.startsWith('*') && host.endsWith(known.slice(1))))
    expect([...new Set(elsewhere.map((url) => new URL(url).host))].filter((host) => !fits(host))).toEqual([])
    expect(row_places.includes('website')).toBe(elsewhere.length < met.length)
  })

  it('is known for the account of every vendor', () => {
    for (const integration of [...integrationsOf(catalog), ...MODEL_INTEGRATIONS]) {
      const { hosts, is_entered } = accountDestinations(integration)
      expect([integration.id, hosts.length > 0 || is_entered]).toEqual([integration.id, true])
    }
  })
})

describe('where a source goes', () => {
  const recorded = SOURCES.flatMap((source) =>
    [RECORDED[source.id] ?? []].flat().map((one) => [source.id, source, one] as const),
  )
  it.each(recorded)('is known for the calls of %s', (_id, source, { settings, calls, account = {} }) => {
    const { hosts, is_entered } = sourceDestinations(source, settings)
    const entered = Object.values(account).flatMap((value) => (URL.canParse(value) ? new URL(value).host : []))
    const met = calls.map(({ asks }) => new URL(asks.split(' ')[1] ?? '').host)
    const isKnown = (host: string) => hosts.includes(host) || (is_entered && entered.includes(host))
    expect([...new Set(met)].filter((host) => !isKnown(host))).toEqual([])
    expect(hosts.length > 0 || is_entered).toBe(true)
  })

  it('is known before anything is set, but where the settings name the host', () => {
    const bySettings = SOURCES.filter((source) => {
      const usual = usualDestinations(source)
      return !usual || (usual.hosts.length === 0 && !usual.is_entered)
    })
    const ids = ['feed', 'file', 'hiring', 'http-api', 'own-provider', 'sitemap', 'workbook']
    expect(bySettings.map(({ id }) => id).sort()).toEqual(ids)
  })

  it('is the service that the settings name', () => {
    const overpass = SOURCES.find(({ id }) => id === 'overpass')
    if (!overpass) throw new Error('there is no such source')
    expect(usualDestinations(overpass)?.hosts).toEqual(['overpass-api.de'])
    expect(
      sourceDestinations(overpass, { area: 'B', tag: 'shop', service_url: 'https://o.example/api' }).hosts,
    ).toEqual(['o.example'])
  })
})
