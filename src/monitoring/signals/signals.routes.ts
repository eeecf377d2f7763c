// The routes of signals: the feed, triage, intent and analytics.

import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readAnalytics } from './analytics.reads.ts'
import {
  AnalyticsQuery,
  IntentQuery,
  LeadIntents,
  Signal,
  SignalAnalytics,
  SignalList,
  SignalPath,
  SignalsMark,
  SignalsMarked,
  SignalsQuery,
  SignalUpdate,
} from './signal.schema.ts'
import { markMany, updateSignal } from './signals.commands.ts'
import { mustReadSignal, readIntent, readSignalPage } from './signals.reads.ts'

export function signalRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  const all = { tag: 'Signals', access: 'user', needs: 'signals.view' } as const
  const sees = (ctx: { scope: Scope }, { params }: { params: { signal_id: string } }) =>
    database.inWorkspace(ctx.scope, (tx) => mustReadSignal(tx, params.signal_id, now()))
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/signals',
      id: 'list_signals',
      summary: 'Signals, newest or strongest first',
      description: 'The findings of watches and scans. A snoozed signal returns when it is due.',
      query: SignalsQuery,
      response: { 200: SignalList },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => readSignalPage(tx, query, now())),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/signals/analytics',
      id: 'signal_analytics',
      summary: 'Signals by type and week, and the companies with most intent',
      description: 'Over the last `weeks` weeks; `top` are the companies with the strongest ones.',
      query: AnalyticsQuery,
      response: { 200: SignalAnalytics },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => readAnalytics(tx, query.weeks, now())),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/signals/intent',
      id: 'lead_intent',
      summary: 'How much the signals of leads say about their intent',
      description:
        'Between 0 and 100, the same in any order of the signals, explained by its parts: each type adds what its signals have left ' +
        'after their half-life, up to the cap of the type. Dismissed signals do not count.',
      query: IntentQuery,
      response: { 200: LeadIntents },
      handler: ({ scope }, { query }) => {
        const ids = idsIn(query.lead_ids)
        return database.inWorkspace(scope, async (tx) => {
          const intents = await readIntent(tx, ids, now())
          const items = ids.map((lead_id) => ({ lead_id, ...(intents.get(lead_id) ?? { score: 0, parts: [] }) }))
          return { items, next_cursor: null }
        })
      },
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/signals/mark',
      id: 'mark_signals',
      effects: ['overwrites'],
      summary: 'Set the status of up to 500 signals',
      description: 'Ids that are not there are named, the others are marked.',
      needs: 'signals.edit',
      idempotent: true,
      body: SignalsMark,
      response: { 200: SignalsMarked },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => markMany(tx, body, now())),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/signals/:signal_id',
      id: 'get_signal',
      summary: 'One signal with its evidence',
      description: 'The event, its time, its page, and the quote from the page.',
      params: SignalPath,
      response: { 200: Signal },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => mustReadSignal(tx, params.signal_id, now())),
    }),
    defineRoute({
      ...all,
      method: 'PATCH',
      path: '/api/signals/:signal_id',
      id: 'update_signal',
      summary: 'Set the status of a signal',
      description:
        'Confirmed, dismissed, or snoozed until a time. A dismissed one no longer counts in the score of its lead.',
      needs: 'signals.edit',
      exists: sees,
      params: SignalPath,
      body: SignalUpdate,
      response: { 200: Signal },
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => updateSignal(tx, params.signal_id, body, now())),
    }),
  ]
}

function idsIn(given: string): number[] {
  const ids = [...new Set(given.split(',').map((one) => Number(one.trim())))]
  if (ids.length > 500 || ids.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    const msg = 'Value error, up to 500 ids of leads with a comma between them'
    refuse('invalid', msg, {
      fields: [{ loc: ['query', 'lead_ids'], type: 'value_error', msg, input: given.slice(0, 200) }],
    })
  }
  return ids
}
