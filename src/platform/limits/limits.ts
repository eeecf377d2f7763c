// Every rate limit of the service, with its reason; an operator changes them by LIMIT_OVERRIDES.
import type { RateLimit } from '../http/route.ts'

interface ReasonedLimit extends RateLimit {
  reason: string
}

/** At most `quota` calls in any `window` seconds. */
export const LIMITS = {
  workbook_run: {
    name: 'workbook-run',
    quota: 20,
    window: 60,
    reason:
      'A run may ask paid providers for a million rows; more than one every three seconds is a loop, not a person.',
  },
  cell_run: {
    name: 'cell-run',
    quota: 120,
    window: 60,
    reason: 'No user reads the results of more than two clicks a second; a program should start a run instead.',
  },
  integration_test: {
    name: 'integration-test',
    quota: 20,
    window: 60,
    reason: 'Each is a request to a vendor, which may treat many with a wrong key as an attack and block this machine.',
  },
  column_try: {
    name: 'column-try',
    quota: 60,
    window: 60,
    reason: 'Each asks a vendor for up to five rows at once, to try a column out; programs start a run instead.',
  },
  column_bench: {
    name: 'column-bench',
    quota: 20,
    window: 60,
    reason: 'Each may ask a model eighty times, for a user who compares the answers and cannot read more.',
  },
  ingest: {
    name: 'ingest',
    quota: 600,
    window: 60,
    reason:
      'Ten calls of 500 rows a second are more than any form or pipeline sends, and leave a processor for the others.',
  },
  mcp: {
    name: 'mcp',
    quota: 300,
    window: 60,
    reason: 'Counted per token: five calls a second are more than a model that thinks in between makes.',
  },
  assistant: {
    name: 'assistant',
    quota: 30,
    window: 60,
    reason: 'Each asks a model several times; no user writes thirty messages a minute.',
  },
  function_call: {
    name: 'function-call',
    quota: 120,
    window: 60,
    reason: 'Each may ask providers for a hundred items; more than two a second is a loop.',
  },
  lead_search: {
    name: 'lead-search',
    quota: 60,
    window: 60,
    reason:
      'Each looks through every lead of the workspace. Pages of leads are not counted: a grid that is scrolled asks for several a second.',
  },
  lead_bulk_enrich: {
    name: 'lead-bulk-enrich',
    quota: 20,
    window: 60,
    reason:
      'Each may ask paid providers about a hundred leads; more than one every three seconds is a loop, not a person.',
  },
  lead_enrich: {
    name: 'lead-enrich',
    quota: 30,
    window: 60,
    reason: 'Each works a waterfall through for one lead; for many there is bulk enrichment.',
  },
  lead_tech_stack: {
    name: 'lead-tech-stack',
    quota: 30,
    window: 60,
    reason: 'Each reads a website and may ask vendors; for many leads there is bulk enrichment.',
  },
  lead_verify_email: {
    name: 'lead-verify-email',
    quota: 60,
    window: 60,
    reason: 'Each asks a mail server or a vendor; for many leads there is bulk enrichment.',
  },
  lead_collect: {
    name: 'lead-collect',
    quota: 20,
    window: 60,
    reason: 'Each goes through a whole source; more than one every three seconds is a loop, not a person.',
  },
  source_run: {
    name: 'source-run',
    quota: 20,
    window: 60,
    reason: 'Each goes through a whole source; more than one every three seconds is a loop, not a person.',
  },
  source_preview: {
    name: 'source-preview',
    quota: 60,
    window: 60,
    reason: 'Each reads the first page of a source while a person waits, in a process that answers others too.',
  },
  lead_transfer: {
    name: 'lead-transfer',
    quota: 20,
    window: 60,
    reason: 'Each is a whole file; more than one every three seconds is a loop, not a person.',
  },
  company_icons: {
    name: 'company-icons',
    quota: 30,
    window: 60,
    reason: 'Each reads up to a hundred sites; a person scrolls no faster through rows that are read.',
  },
  workspace_overview: {
    name: 'workspace-overview',
    quota: 60,
    window: 60,
    reason: 'Each reads the figures of up to fifty workspaces; a page of them is looked at for longer than a second.',
  },
  watch_poll: {
    name: 'watch-poll',
    quota: 30,
    window: 60,
    reason: 'Each may ask a site for several pages; its schedule polls a watch, a person only now and then.',
  },
  watch_preview: {
    name: 'watch-preview',
    quota: 10,
    window: 60,
    reason: 'Each reads a site while a person waits, in a process that answers others too.',
  },
  signal_scan: {
    name: 'signal-scan',
    quota: 10,
    window: 60,
    reason: 'Each asks the job board of every lead; one at a time is under way.',
  },
  callback: {
    name: 'callback',
    quota: 1_200,
    window: 60,
    reason: 'Twenty answers a second are more than a vendor sends; guessing addresses is hopeless anyway.',
  },
  incoming_webhook: {
    name: 'incoming-webhook',
    quota: 1_200,
    window: 60,
    reason: 'Twenty payloads a second from one address are more than a service sends; what is more is a flood.',
  },
  oauth_register: {
    name: 'oauth-register',
    quota: 60,
    window: 3600,
    reason: 'Counted per address: a program registers once for each person who connects it; more is a flood of rows.',
  },
  sign_in: {
    name: 'sign-in',
    quota: 300,
    window: 60,
    reason:
      'Counted per address: a hundred people of one office log in at once by an identity provider or a passkey; a flood asks the provider for nothing.',
  },
  scim: {
    name: 'scim',
    quota: 100,
    window: 2,
    reason:
      'Entra asks its partners for 25 requests a second; this is twice that. The window is short, since each call in it is kept.',
  },
} as const satisfies Record<string, ReasonedLimit>

/** At most `quota` event streams open at once, in each process that answers requests. */
export const OPEN_STREAMS = {
  person: {
    name: 'streams-of-person',
    quota: 50,
    reason: 'A browser opens one for each tab; more than fifty are a program that forgets to close them.',
  },
  workspace: {
    name: 'streams-of-workspace',
    quota: 1000,
    reason: 'Each is a socket and gets a copy of each event; one workspace leaves room for the others.',
  },
} as const

/** Reads `workbook-run=100/60,streams-of-person=200`: quota and seconds by name. Throws an Error that ends a sentence. */
export function parseOverrides(text: string | undefined): Map<string, { quota: number; window: number }> {
  const windowless = new Set<string>(Object.values(OPEN_STREAMS).map((limit) => limit.name))
  const names = new Set<string>([...windowless, ...Object.values(LIMITS).map((limit) => limit.name)])
  const entries = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const match = /^([a-z-]+)=(\d{1,7})(?:\/(\d{1,6}))?$/.exec(entry)
      const [, name = '', quota, window = '1'] = match ?? []
      const isWhole = match && (match[3] === undefined) === windowless.has(name)
      if (match && !names.has(name))
        throw new Error(`names the unknown limit ${name}; there are ${[...names].join(', ')}`)
      if (!isWhole || Number(quota) < 1 || Number(window) < 1)
        throw new Error('must look like workbook-run=100/60, or streams-of-person=200 for what is open at once')
      return [name, { quota: Number(quota), window: Number(window) }]
    }),
  )
}
