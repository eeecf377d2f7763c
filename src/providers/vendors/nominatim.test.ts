// How sure a place on the map is the one that was asked for.
import { expect, it } from 'vitest'
import type { Inputs } from '../kit/kit.ts'
import { REPLIES } from './nominatim.fixture.ts'
import { openStreetMapPlace } from './nominatim.ts'

const { hit } = REPLIES['openstreetmap-place']?.replies ?? {}
const readPlace = (inputs: Inputs) => {
  const json = hit?.body ?? null
  return openStreetMapPlace.read({ status: 200, headers: {}, text: '', json }, inputs, {})
}

it.each([
  [{ company: 'Example Bakery', address: 'Berlin' }, 0.85, undefined],
  [{ company: 'Example Bakery', country: 'DE' }, 0.7, undefined],
  [{ company: 'Example Bakery' }, 0.5, 'Nothing said where it is; a business elsewhere may have the same name.'],
] as [Inputs, number, string | undefined][])('%j is sure by %d', (inputs, confidence, note) => {
  const answer = readPlace(inputs)
  expect(answer).toMatchObject({ kind: 'found', confidence, values: { osm_id: 'node/42' } })
  expect(answer.kind === 'found' ? answer.origin?.note : answer).toBe(note)
})

it.each([
  ['Germany', { q: 'Example Bakery', countrycodes: 'de' }],
  ['Atlantis', { q: 'Example Bakery, Atlantis', countrycodes: undefined }],
])('looks in the country "%s" and nowhere else', (country, query) => {
  const asked = openStreetMapPlace.ask({ company: 'Example Bakery', country }, {}, {})
  expect(asked.query).toMatchObject(query)
})
