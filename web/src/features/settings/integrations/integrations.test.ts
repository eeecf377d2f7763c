import { describe, expect, test } from 'vitest'
import { missingFields, shownIntegrations, standingOf, storedWords } from './integrations.logic.ts'

type Integration = Parameters<typeof standingOf>[0]

const field = (more: object = {}): Integration['fields'][number] => ({
  name: 'api_key',
  label: 'API key',
  secret: true,
  required: true,
  help: '',
  default: null,
  set: false,
  updated_at: null,
  hint: null,
  ...more,
})
const vendor = (more: Partial<Integration> = {}): Integration => ({
  id: 'acme',
  name: 'Acme',
  kind: 'email',
  docs_url: 'https://example.com/',
  required: true,
  lookups: [{ id: 'acme_finder', label: 'Work email' }],
  fields: [field()],
  configured: false,
  problem: null,
  last_test: null,
  ...more,
})
const tested = (ok: boolean) => ({ ok, words: '', latency_ms: 1, tested_at: '2026-01-01T00:00:00Z' })

describe('an integration', () => {
  test.each<[Partial<Integration>, string]>([
    [{}, 'Needs a key'],
    [{ required: false }, 'Works without a key'],
    [{ fields: [field({ set: true }), field({ name: 'account' })] }, 'Incomplete'],
    [{ configured: true }, 'Set up, not tested'],
    [{ configured: true, last_test: tested(true) }, 'Works'],
    [{ configured: true, last_test: tested(false) }, 'Test failed'],
    [{ configured: true, last_test: tested(true), problem: 'It does not open' }, 'Cannot be used'],
  ])('that is %j stands as “%s”', (more, words) => {
    expect(standingOf(vendor(more)).words).toBe(words)
  })

  test('never says more of a stored value than its end', () => {
    expect(storedWords(field({ set: true, hint: 'a1b2' }))).toBe('ends in …a1b2; leave blank to keep')
    expect(storedWords(field({ set: true }))).toBe('stored; leave blank to keep')
    expect(storedWords(field())).toBe('')
    expect(storedWords(field({ default: 'https://api.example.com' }))).toContain('https://api.example.com')
  })

  test('tells which required fields are still empty', () => {
    const one = vendor({ fields: [field(), field({ name: 'account', label: 'Account', set: true })] })
    expect(missingFields(one, {})).toEqual(['API key'])
    expect(missingFields(one, { api_key: '  ' })).toEqual(['API key'])
    expect(missingFields(one, { api_key: 'x' })).toEqual([])
  })

  test('is found by what it finds, and those set up come first', () => {
    const all = [vendor(), vendor({ id: 'zeta', name: 'Zeta', fields: [field({ set: true })], lookups: [] })]
    expect(shownIntegrations(all, '').map((one) => one.id)).toEqual(['zeta', 'acme'])
    expect(shownIntegrations(all, 'work EMAIL').map((one) => one.id)).toEqual(['acme'])
    expect(shownIntegrations(all, 'phone')).toEqual([])
  })
})
