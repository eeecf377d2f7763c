// Routes of incoming webhooks: setting addresses up, and the public one that takes payloads.

import { Type } from 'typebox'
import { scopeCovers } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import {
  acceptRefusedPayload,
  createHook,
  deleteHook,
  MAX_PAYLOAD,
  openToken,
  takePayload,
  updateHook,
} from './incoming.commands.ts'
import {
  mustReadHook,
  mustReadRefused,
  readHooks,
  readPayloads,
  readRefused,
  type StoredHook,
} from './incoming.reads.ts'
import {
  type IncomingHook as Hook,
  IncomingHook,
  IncomingHookCreate,
  IncomingHookList,
  IncomingHookUpdate,
  IncomingPath,
  IncomingPayloadList,
  IncomingReceived,
  IncomingRefusedList,
  PayloadsQuery,
  RefusedPath,
} from './incoming.schema.ts'

interface Parts {
  database: Database
  vault: Vault
  publicUrl: string | undefined
  now: () => Date
}

export function incomingRoutes(parts: Parts): Route[] {
  const { database, vault, publicUrl } = parts
  const inScope = scopedTo(database)
  const views = { tag: 'Webhooks', access: 'user', needs: 'automations.view' } as const
  const edits = { ...views, needs: 'automations.edit' } as const
  const one = {
    ...edits,
    params: IncomingPath,
    exists: (ctx: { scope: Scope }, { params }: { params: { hook_id: string } }) =>
      inScope(ctx, (tx) => mustReadHook(tx, params.hook_id)),
  } as const
  const show = async (ctx: Pick<RouteContext, 'raw' | 'scope'>, tx: WorkspaceTx, stored: StoredHook): Promise<Hook> => {
    const { token, created_at, last_received_at, ...hook } = stored
    // Every holder of the address may send, so only members who could create one see it.
    const mayKnow = scopeCovers(ctx.scope, 'automations.edit')
    const opened = mayKnow ? await openToken(tx, vault, hook.id, token) : null
    const base = publicUrl ?? `${ctx.raw.protocol}://${ctx.raw.host}`
    return {
      ...hook,
      url: opened && `${base}/api/hooks/${opened}`,
      created_at: created_at.toISOString(),
      last_received_at: last_received_at?.toISOString() ?? null,
    }
  }
  return [
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/webhooks/incoming',
      id: 'list_incoming_webhooks',
      summary: 'Addresses that take payloads in',
      description: 'How payloads are verified, and their number; the address is a secret that editors see.',
      response: { 200: IncomingHookList },
      handler: (ctx) =>
        inScope(ctx, async (tx) => {
          const items: Hook[] = []
          for (const hook of await readHooks(tx)) items.push(await show(ctx, tx, hook))
          return { items, next_cursor: null }
        }),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/webhooks/incoming',
      id: 'create_incoming_webhook',
      summary: 'Make an address that takes payloads in',
      description:
        'The address is the credential: anyone with the address can send. A signature can be required as well.',
      body: IncomingHookCreate,
      idempotent: true,
      errors: [409],
      response: { 201: IncomingHook },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => show(ctx, tx, await mustReadHook(tx, await createHook(tx, vault, body)))),
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      path: '/api/webhooks/incoming/:hook_id',
      id: 'update_incoming_webhook',
      summary: 'Change an incoming webhook, or give it a new address',
      description: 'Members that are absent stay. With a new address the old one takes nothing any more.',
      body: IncomingHookUpdate,
      response: { 200: IncomingHook },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateHook(tx, vault, params.hook_id, body)
          return show(ctx, tx, await mustReadHook(tx, params.hook_id))
        }),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      path: '/api/webhooks/incoming/:hook_id',
      id: 'delete_incoming_webhook',
      summary: 'Delete an incoming webhook with its payloads',
      description: 'Its address takes nothing any more; rules that start on it stay and are never started.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteHook(tx, params.hook_id))
        return undefined
      },
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/webhooks/incoming/:hook_id/payloads',
      id: 'list_incoming_payloads',
      summary: 'The latest payloads, newest first',
      description: 'The last 50, to build rules on.',
      query: PayloadsQuery,
      response: { 200: IncomingPayloadList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const page = await readPayloads(tx, params.hook_id, query)
          return { ...page, items: page.items.map((one) => ({ ...one, received_at: one.received_at.toISOString() })) }
        }),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/webhooks/incoming/:hook_id/refused',
      id: 'list_refused_payloads',
      summary: 'Payloads that were refused, newest first',
      description: 'The last 50 with the reason: a signature that is missing or wrong, or a body that cannot be read.',
      query: PayloadsQuery,
      response: { 200: IncomingRefusedList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const page = await readRefused(tx, params.hook_id, query)
          return {
            ...page,
            items: page.items.map(({ message_id: _, ...one }) => ({
              ...one,
              received_at: one.received_at.toISOString(),
            })),
          }
        }),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/webhooks/incoming/:hook_id/refused/:refused_id/take',
      id: 'take_refused_payload',
      summary: 'Take a refused payload in after all',
      description:
        'As if it came now, whatever its signature said: rules that wait for the webhook are started. Once; 409 after that, and for a body ' +
        'that still cannot be read.',
      params: RefusedPath,
      exists: (ctx: { scope: Scope }, { params }: { params: { hook_id: string; refused_id: string } }) =>
        inScope(ctx, (tx) => mustReadRefused(tx, params.hook_id, params.refused_id)),
      errors: [409],
      response: { 200: IncomingReceived },
      handler: (ctx, { params }) =>
        inScope(ctx, (tx) => acceptRefusedPayload(tx, params.hook_id, params.refused_id, parts.now())),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/hooks/:hook_token',
      id: 'receive_webhook',
      tag: 'Webhooks',
      summary: 'Take a payload in',
      description:
        'JSON or form fields, at most 256 KiB. A message that its sender names (`webhook-id`, `Idempotency-Key`, ' +
        '`X-GitHub-Delivery` …) is taken in once. What is refused is kept with the reason.',
      access: 'public',
      limit: LIMITS.incoming_webhook,
      bodyLimit: MAX_PAYLOAD,
      params: Type.Object({ hook_token: Type.String({ minLength: 1, maxLength: 200 }) }),
      response: { 202: IncomingReceived },
      errors: [401, 404, 413],
      handler({ raw }, { params }) {
        const body = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0)
        if (body.length > MAX_PAYLOAD)
          refuse('too_large', 'The payload is larger than 256 KiB. Send fewer fields, or several payloads.')
        return takePayload(parts, { token: params.hook_token, headers: raw.headers, body })
      },
    }),
  ]
}
