// For tests of own providers: a definition that finds a work email at an API on loopback.
import { type Bench, must } from '../kinds/kinds.fixture.ts'

export const FINDER = {
  inputs: [{ name: 'full_name' }, { name: 'domain' }],
  url: 'http://api.example.com/find?name={{full_name}}&domain={{domain}}',
  fields: [
    { name: 'work_email', path: 'data.mail' },
    { name: 'seats', path: 'data.seats', type: 'number' },
  ],
}

export const define = (at: Bench, name: string, more: object = {}) =>
  must(at.call('POST', '/api/settings/own-providers', { name, definition: { ...FINDER, ...more } }), 201)

export const change = (at: Bench, id: string, body: object, status = 200) =>
  must(at.call('PATCH', `/api/settings/own-providers/${id}`, body), status)

/** A waterfall that asks these providers for the work email of the first two columns. */
export const emailBy = (providers: string[], more: object = {}) => ({
  name: 'Email',
  type: 'waterfall',
  output: 'work_email',
  accept: { kind: 'any' },
  steps: providers.map((provider) => ({ provider, inputs: { full_name: '{{Name}}', domain: '{{Site}}' } })),
  ...more,
})
