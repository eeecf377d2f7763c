// Every value says where it came from.
import { expect, it } from 'vitest'
import { provenanceOf } from './provenance.ts'

const at = Date.parse('2026-06-01T12:00:00Z')
const fetched = { provider: 'website-reader', confidence: 0.8, fetched_at: at, cache_days: 30, run_id: 'run' }

it('names the host of the page, the licence and the time until which the value is good', () => {
  const origin = { method: 'crawl', license: 'scraped', source_url: 'https://www.acme.example/about' } as const
  expect(provenanceOf(origin, fetched)).toEqual({
    source: 'acme.example',
    provider: 'website-reader',
    method: 'crawl',
    source_url: 'https://www.acme.example/about',
    license: 'scraped',
    attribution: null,
    confidence: 0.8,
    fetched_at: '2026-06-01T12:00:00.000Z',
    expires_at: '2026-07-01T12:00:00.000Z',
    run_id: 'run',
  })
})

it('names the provider where there is no page, and no end for what does not age', () => {
  const origin = { method: 'inferred', license: 'inferred', source_url: 'not a url' } as const
  expect(provenanceOf(origin, { ...fetched, cache_days: 0 })).toMatchObject({
    source: 'website-reader',
    expires_at: null,
  })
})
