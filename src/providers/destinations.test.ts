// What a lookup says of where it goes, against every request of its recorded answers.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog, integrationsOf } from './catalog.ts'
import { accountDestinations, isNamedByRow, lookupDestinations } from './destinations.ts'
import { MODEL_INTEGRATIONS } from './models/model-vendors.ts'
import type { Visits } from './recorded.fixture.ts'

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
