// Routes of outgoing webhooks: endpoints, their secrets, and the log of deliveries.

import type { Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import {
  DeliveriesQuery,
  DeliveryPath,
  EndpointPath,
  SecretRotation,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointList,
  WebhookEndpointMade,
  WebhookEndpointUpdate,
} from './webhook.schema.ts'
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointParts,
  queueWebhook,
  resendDelivery,
  rotateSecret,
  updateEndpoint,
} from './webhooks.commands.ts'
import { endpointWire, mustReadDelivery, mustReadEndpoint, readDeliveries, readEndpoints } from './webhooks.reads.ts'

export function webhookRoutes(parts: EndpointParts & { database: Database }): Route[] {
  const { database, now } = parts
  const inScope = scopedTo(database)
  const views = { tag: 'Webhooks', access: 'user', needs: 'automations.view' } as const
  const edits = { ...views, needs: 'automations.edit' } as const
  const one = {
    ...edits,
    params: EndpointPath,
    exists: (ctx: { scope: Scope }, { params }: { params: { endpoint_id: string } }) =>
      inScope(ctx, (tx) => mustReadEndpoint(tx, params.endpoint_id)),
  } as const
  const ofDelivery = {
    params: DeliveryPath,
    exists: (ctx: { scope: Scope }, { params }: { params: { delivery_id: string } }) =>
      inScope(ctx, (tx) => mustReadDelivery(tx, params.delivery_id)),
  } as const
  const show = async (tx: WorkspaceTx, id: string) => endpointWire(await mustReadEndpoint(tx, id), now())
  return [
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/webhooks/endpoints',
      id: 'list_webhook_endpoints',
      summary: 'Endpoints that webhooks are sent to',
      description: 'Also those that watches and output columns have made, with how many messages wait for each.',
      response: { 200: WebhookEndpointList },
      handler: (ctx) => inScope(ctx, async (tx) => ({ items: await readEndpoints(tx, now()), next_cursor: null })),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/webhooks/endpoints',
      id: 'create_webhook_endpoint',
      summary: 'Add an endpoint',
      description:
        'Messages follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, with a body of `type`, ' +
        '`timestamp` and `data`. Any answer but 2xx within 20 seconds is tried again with growing gaps for more than a day; ' +
        '410 disables the endpoint; redirects are not followed.',
      body: WebhookEndpointCreate,
      idempotent: true,
      errors: [409],
      response: { 201: WebhookEndpointMade },
      handler: (ctx, { body }) => inScope(ctx, (tx) => createEndpoint(tx, parts, body)),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/webhooks/endpoints/:endpoint_id',
      id: 'get_webhook_endpoint',
      summary: 'One endpoint and how it fares',
      description: 'How often it failed lately, whether it was disabled and why, and how many messages wait for it.',
      params: EndpointPath,
      response: { 200: WebhookEndpoint },
      handler: (ctx, { params }) => inScope(ctx, (tx) => show(tx, params.endpoint_id)),
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      path: '/api/webhooks/endpoints/:endpoint_id',
      id: 'update_webhook_endpoint',
      summary: 'Change, disable or enable an endpoint',
      description:
        'Absent properties stay as they are. Enabling a disabled endpoint resets its failures; deliveries that were cancelled ' +
        'meanwhile are not sent automatically.',
      body: WebhookEndpointUpdate,
      response: { 200: WebhookEndpoint },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateEndpoint(tx, parts, params.endpoint_id, body)
          return show(tx, params.endpoint_id)
        }),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      path: '/api/webhooks/endpoints/:endpoint_id',
      id: 'delete_webhook_endpoint',
      summary: 'Delete an endpoint with its deliveries',
      description: 'Waiting deliveries are not sent, and the log of deliveries is deleted.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteEndpoint(tx, params.endpoint_id))
        return undefined
      },
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: '/api/webhooks/endpoints/:endpoint_id/rotate-secret',
      id: 'rotate_webhook_secret',
      summary: 'Change the signing secret',
      description: 'Until `keep_hours` have passed every message carries a signature by each of the two secrets.',
      body: SecretRotation,
      idempotent: true,
      errors: [409],
      response: { 200: WebhookEndpointMade },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => rotateSecret(tx, parts, params.endpoint_id, body)),
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: '/api/webhooks/endpoints/:endpoint_id/test',
      id: 'test_webhook_endpoint',
      summary: 'Send a test message',
      description:
        'Sends a message of type `webhook.test` at once, also while the endpoint rests after failures; its delivery shows the response.',
      limit: LIMITS.integration_test,
      idempotent: true,
      errors: [409],
      response: { 202: WebhookDeliveryDetail },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const message = { type: 'webhook.test', data: { message: 'It works' }, source: { kind: 'test' } }
          return mustReadDelivery(tx, await queueWebhook(tx, params.endpoint_id, message, now(), true))
        }),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/webhooks/deliveries',
      id: 'list_webhook_deliveries',
      summary: 'Deliveries, newest first',
      description: 'Kept for 30 days; `endpoint_id` and `state` filter.',
      query: DeliveriesQuery,
      response: { 200: WebhookDeliveryList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readDeliveries(tx, query)),
    }),
    defineRoute({
      ...views,
      ...ofDelivery,
      method: 'GET',
      path: '/api/webhooks/deliveries/:delivery_id',
      id: 'get_webhook_delivery',
      summary: 'One delivery with its attempts',
      description:
        'The body as it was signed and sent, and of every try the time it took, the status and the first bytes of the answer.',
      response: { 200: WebhookDeliveryDetail },
      handler: (ctx, { params }) => inScope(ctx, (tx) => mustReadDelivery(tx, params.delivery_id)),
    }),
    defineRoute({
      ...edits,
      ...ofDelivery,
      method: 'POST',
      path: '/api/webhooks/deliveries/:delivery_id/resend',
      id: 'resend_webhook_delivery',
      summary: 'Send a delivery again, under its id',
      description:
        'The same body under the same `webhook-id`, so that a receiver that has it knows the repetition. At once, also while the endpoint rests.',
      idempotent: true,
      errors: [409],
      response: { 202: WebhookDeliveryDetail },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const { id } = await mustReadDelivery(tx, params.delivery_id)
          await resendDelivery(tx, id, now())
          return mustReadDelivery(tx, id)
        }),
    }),
  ]
}
