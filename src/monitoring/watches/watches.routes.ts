// The routes of watches.

import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { WatchToolParts } from '../fetching/watch-tools.ts'
import { WATCH_KINDS } from '../kinds/catalog.ts'
import { previewWatch } from './preview.ts'
import {
  PollStarted,
  PollsQuery,
  Watch,
  WatchCreate,
  WatchesQuery,
  WatchKinds,
  WatchList,
  WatchPath,
  WatchPollList,
  WatchPreview,
  WatchPreviewAsk,
  WatchUpdate,
} from './watch.schema.ts'
import { askForPoll, createWatch, removeWatch, updateWatch, type WatchParts } from './watches.commands.ts'
import { mustFindWatch, readPolls, readWatch, readWatchPage } from './watches.reads.ts'

export type WatchRouteParts = WatchParts & WatchToolParts & { database: Database }

export function watchRoutes(parts: WatchRouteParts): Route[] {
  const { database, now } = parts
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { watch_id: string } }) =>
    inScope(ctx, (tx) => mustFindWatch(tx, params.watch_id))
  const all = { tag: 'Watches', access: 'user', needs: 'signals.view' } as const
  const one = { ...all, params: WatchPath } as const
  const changes = { ...one, needs: 'signals.edit', exists: sees } as const
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/watches',
      id: 'list_watches',
      summary: 'Watches, newest first',
      description: 'Filtered by kind, state, lead, group or part of a name.',
      query: WatchesQuery,
      response: { 200: WatchList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readWatchPage(tx, query)),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/watches',
      id: 'create_watch',
      effects: ['reaches_out'],
      summary: 'Watch a company, page, feed or repository',
      description:
        'The first poll runs at once, gives no signals, and is the baseline of later ones. Polls use conditional requests, one ' +
        'at a time per host, follow robots.txt, and run at most every 15 minutes. Twelve failures in a row pause a watch.',
      needs: 'signals.edit',
      idempotent: true,
      body: WatchCreate,
      errors: [409],
      response: { 201: Watch },
      handler: (ctx, { body }) => inScope(ctx, (tx) => createWatch(tx, body, parts)),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/watches/kinds',
      id: 'list_watch_kinds',
      summary: 'The kinds of watches, with their targets and options',
      description: 'The pages that each polls, the signals it can emit, and the schema of its options.',
      response: { 200: WatchKinds },
      handler: () => ({
        items: WATCH_KINDS.map(([kind, { title, description, target, for_leads = true, signal_types, config }]) => ({
          kind,
          title,
          description,
          target: { label: target.label, help: target.help, example: target.example },
          for_leads,
          signal_types: [...signal_types],
          config: config as never,
        })),
        next_cursor: null,
      }),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/watches/preview',
      id: 'preview_watch',
      summary: 'Read a target once and show what a watch would see',
      description:
        'Stores nothing. What any poll fetched within the last 15 minutes is not fetched again. A page without text, and a part that is not ' +
        'on it, are an error at once.',
      needs: 'signals.edit',
      limit: LIMITS.watch_preview,
      body: WatchPreviewAsk,
      response: { 200: WatchPreview },
      handler: ({ signal }, { body }) => previewWatch(body, parts, signal),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/watches/:watch_id',
      id: 'get_watch',
      summary: 'One watch',
      description: 'The target of each, the times of its last and next poll, and the reason if it is paused.',
      response: { 200: Watch },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readWatch(tx, params.watch_id)),
    }),
    defineRoute({
      ...changes,
      method: 'PATCH',
      path: '/api/watches/:watch_id',
      id: 'update_watch',
      summary: 'Change, pause or resume a watch',
      description:
        'Another target begins with a baseline of its own. 409 when another watch is equal after the change.',
      body: WatchUpdate,
      errors: [409],
      response: { 200: Watch },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => updateWatch(tx, params.watch_id, body, parts)),
    }),
    defineRoute({
      ...changes,
      method: 'DELETE',
      path: '/api/watches/:watch_id',
      id: 'delete_watch',
      summary: 'Delete a watch',
      description: 'With the history of its polls; signals stay.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => removeWatch(tx, params.watch_id))
        return undefined
      },
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/watches/:watch_id/poll',
      id: 'poll_watch',
      summary: 'Poll a watch now',
      description:
        'Answers at once with the id of the poll; see `…/polls`. The site is asked, unless it was asked within the last minute or asked to be ' +
        'left alone: then the poll says so and when it is asked.',
      idempotent: true,
      limit: LIMITS.watch_poll,
      response: { 202: PollStarted },
      handler: (ctx, { params }) => inScope(ctx, (tx) => askForPoll(tx, params.watch_id, 'manual', now())),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/watches/:watch_id/polls',
      id: 'list_watch_polls',
      summary: 'The polls of a watch, newest first',
      description: 'When, how long it took, what was found, and what went wrong.',
      query: PollsQuery,
      response: { 200: WatchPollList },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readPolls(tx, params.watch_id, query)),
    }),
  ]
}
