// Routes of notices: a person's own inbox and settings, in the workspace they act in.

import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import {
  NoticeList,
  NoticeMark,
  NoticePreferences,
  NoticePreferencesUpdate,
  NoticesMarked,
  NoticesQuery,
} from './notice.schema.ts'
import { markNotices, setPreferences } from './notices.commands.ts'
import { countUnread, preferencesWire, readNotices, readPreferences, USUAL } from './notices.reads.ts'
import type { NoticeParts } from './notices.worker.ts'
import { readDigests } from './sending.commands.ts'

interface Parts {
  database: Database
  vault: Vault
  policy: EgressPolicy
  mailFor: NoticeParts['mailFor']
  now: () => Date
}

export function noticeRoutes(parts: Parts): Route[] {
  const { database, mailFor, now } = parts
  const own = { tag: 'Notices', access: 'user', needs: 'workspace.view' } as const
  const inScope = scopedTo(database)
  const preferences = async (ctx: { scope: Scope }) => {
    const userId = ctx.scope.principal.user_id
    const isReady = (await mailFor(ctx.scope.workspace_id)) !== null
    return inScope(ctx, async (tx) => {
      const own = (await readPreferences(tx, [userId])).get(userId) ?? USUAL
      return preferencesWire(own, await readDigests(tx, userId), isReady)
    })
  }
  return [
    defineRoute({
      ...own,
      method: 'GET',
      path: '/api/notices',
      id: 'list_notices',
      summary: 'Your notices, newest first',
      description: 'Your own in this workspace, kept for 90 days; `unread` is the number of unread notices.',
      query: NoticesQuery,
      response: { 200: NoticeList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readNotices(tx, ctx.scope.principal.user_id, query)),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      path: '/api/notices/mark',
      id: 'mark_notices',
      summary: 'Mark notices as read or unread',
      description: 'Without `ids` all of your notices are marked. Ids that are not yours change nothing.',
      body: NoticeMark,
      response: { 200: NoticesMarked },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const { user_id } = ctx.scope.principal
          const marked = await markNotices(tx, user_id, body, now())
          return { marked, unread: await countUnread(tx, user_id) }
        }),
    }),
    defineRoute({
      ...own,
      method: 'GET',
      path: '/api/notices/preferences',
      id: 'get_notice_preferences',
      summary: 'Your notification settings in this workspace',
      description:
        'By mail and chat, at once or as a digest, with quiet hours and topics; each user has their own settings.',
      response: { 200: NoticePreferences },
      handler: preferences,
    }),
    defineRoute({
      ...own,
      method: 'PUT',
      path: '/api/notices/preferences',
      id: 'set_notice_preferences',
      summary: 'Change your notification settings in this workspace',
      description: 'Members that are absent stay. Within quiet hours nothing is sent; it follows when they end.',
      body: NoticePreferencesUpdate,
      response: { 200: NoticePreferences },
      handler: async (ctx, { body }) => {
        await inScope(ctx, (tx) => setPreferences(tx, parts, ctx.scope.principal.user_id, body))
        return preferences(ctx)
      },
    }),
  ]
}
