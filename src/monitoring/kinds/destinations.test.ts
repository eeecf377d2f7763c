// What a kind of watches says of where it goes, against what it asks for.
import { expect, it } from 'vitest'
import { WATCH_KINDS } from './catalog.ts'
import { watchDestinations } from './destinations.logic.ts'
import type { WatchTools } from './kind.ts'

/** A page that names a job board and a feed, so that a kind goes on to them. */
const PAGE =
  '<html><body><main><a href="https://job-boards.greenhouse.io/acme">Jobs</a><p>We build things.</p></main></body></html>'

it.each(WATCH_KINDS)('the kind %s declares every host that it asks, or asks its target only', async (_name, kind) => {
  const config = { feeds: ['https://feeds.example/rss'] }
  const asked = new Set<string>()
  let asksDns = false
  const tools: WatchTools = {
    async page(url) {
      asked.add(new URL(url).host)
      return { ok: true, document: { url, status: 200, headers: { 'content-type': 'text/html' }, body: PAGE } }
    },
    async ask({ url }) {
      asked.add(new URL(url).host)
      return { ok: false, reason: 'not_found', message: 'Only noted' }
    },
    async dns() {
      asksDns = true
      return []
    },
    now: () => Date.parse('2026-05-01T08:00:00Z'),
  }
  // A kind at a service may ask other addresses for an account than for one of its parts.
  const targets = [kind.target.example, kind.target.example.split('/')[kind.target.at_service ? 0 : 2] ?? '']
  for (const text of targets) {
    const target = kind.target.read(text || kind.target.example)
    if (typeof target === 'string') throw new Error(target)
    await kind.read(target.target, config, null, tools)
    const { hosts, row_places } = watchDestinations(kind, target.target, config)
    expect([...asked].filter((host) => !hosts.includes(host))).toEqual([])
    expect(row_places).toEqual(asksDns ? ['dns'] : [])
  }
  expect(asked.size).toBeGreaterThan(0)
})
