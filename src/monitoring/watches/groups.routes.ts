// The signals of one watch, and groups of watches.

import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { SignalList } from '../signals/signal.schema.ts'
import { readSignalPage } from '../signals/signals.reads.ts'
import { askForSync, createGroup, deleteGroup } from './groups.commands.ts'
import { mustFindGroup, readGroup, readGroups } from './groups.reads.ts'
import { GroupPath, WatchGroup, WatchGroupCreate, WatchGroupList, WatchPath } from './watch.schema.ts'
import type { WatchParts } from './watches.commands.ts'
import { mustFindWatch } from './watches.reads.ts'

export function groupRoutes(parts: WatchParts & { database: Database }): Route[] {
  const { database, now } = parts
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { group_id: string } }) =>
    inScope(ctx, (tx) => mustFindGroup(tx, params.group_id))
  const all = { tag: 'Watches', access: 'user', needs: 'signals.view' } as const
  const one = { ...all, params: GroupPath } as const
  const changes = { ...one, needs: 'signals.edit', exists: sees } as const
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/watches/:watch_id/signals',
      id: 'list_watch_signals',
      summary: 'The signals of a watch, newest first',
      description: 'Of every status.',
      params: WatchPath,
      query: Type.Object(PageQuery),
      response: { 200: SignalList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const watch = await mustFindWatch(tx, params.watch_id)
          const status = 'new,seen,snoozed,actioned,dismissed'
          return readSignalPage(tx, { ...query, watch_id: watch.id, status, sort: 'newest' }, now())
        }),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/watches/groups',
      id: 'list_watch_groups',
      summary: 'Groups of watches, newest first',
      description: 'Each watches all leads of a filter or view, with how many watches that makes.',
      query: Type.Object(PageQuery),
      response: { 200: WatchGroupList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readGroups(tx, query)),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/watches/groups',
      id: 'create_watch_group',
      summary: 'Watch every lead of a filter or view',
      description: 'At most 10,000 leads. The watches are synced with the source every 15 minutes.',
      needs: 'signals.edit',
      idempotent: true,
      body: WatchGroupCreate,
      errors: [409],
      response: { 201: WatchGroup },
      handler: (ctx, { body }) => inScope(ctx, (tx) => createGroup(tx, body, parts)),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/watches/groups/:group_id',
      id: 'get_watch_group',
      summary: 'One group of watches',
      description:
        'What it watches and for which leads, how many leads have no address to watch, and when it was last synced.',
      response: { 200: WatchGroup },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readGroup(tx, params.group_id)),
    }),
    defineRoute({
      ...changes,
      method: 'DELETE',
      path: '/api/watches/groups/:group_id',
      id: 'delete_watch_group',
      summary: 'Delete a group with its watches',
      description: 'Signals stay.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteGroup(tx, params.group_id))
        return undefined
      },
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/watches/groups/:group_id/sync',
      id: 'sync_watch_group',
      summary: 'Sync the watches of a group now',
      description:
        'Leads that now match the filter get a watch; watches of other leads are removed. This also happens automatically.',
      idempotent: true,
      limit: LIMITS.watch_poll,
      response: { 202: WatchGroup },
      handler: (ctx, { params }) => inScope(ctx, (tx) => askForSync(tx, params.group_id)),
    }),
  ]
}
