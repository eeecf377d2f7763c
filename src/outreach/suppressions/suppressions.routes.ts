// The routes of suppressions, and of the links that recipients follow to unsubscribe.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { addSuppression, deleteSuppression, importSuppressions, revokeUnsubscribe } from './suppress.commands.ts'
import {
  Suppression,
  SuppressionCreate,
  SuppressionImport,
  SuppressionImported,
  SuppressionList,
  SuppressionsQuery,
  SuppressionTakeBack,
} from './suppression.schema.ts'
import { readSuppressions } from './suppressions.reads.ts'
import { findUnsubscribe, unsubscribe } from './unsubscribe.commands.ts'
import { confirmPage, donePage, invalidPage, pageLanguage } from './unsubscribe-page.logic.ts'

const PATH = '/api/outreach/suppressions'
const UNSUBSCRIBE = '/api/outreach/unsubscribe'
const SuppressionPath = Type.Object({ suppression_id: Type.String({ maxLength: 100 }) })
const TokenQuery = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 300, description: 'From the link in a message.' }),
})

export function suppressionRoutes({ database, keys }: OutreachParts): Route[] {
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const page = { media: 'text/html', description: 'A page for the recipient.' } as const
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: PATH,
      id: 'list_suppressions',
      summary: 'Addresses and domains that are never mailed',
      description: 'Newest first.',
      query: SuppressionsQuery,
      response: { 200: SuppressionList },
      handler: ({ scope }, { query }) =>
        database.inWorkspace(scope, async (tx) => readSuppressions(tx, await keys.find(tx), query)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: PATH,
      id: 'create_suppression',
      summary: 'Suppress an address or a domain',
      description:
        'At once: its enrollments end and what waits for it is cancelled. Suppressing twice changes nothing.',
      body: SuppressionCreate,
      idempotent: true,
      response: { 201: Suppression },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => addSuppression(tx, await keys.of(tx), body)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${PATH}/import`,
      id: 'import_suppressions',
      summary: 'Suppress many addresses and domains',
      description:
        'As a list or as text with one a line. Values that are suppressed already are counted, values that are neither address nor domain are ' +
        'returned, and planned messages to the addresses are cancelled.',
      body: SuppressionImport,
      idempotent: true,
      bodyLimit: 4 * 1024 * 1024,
      limit: LIMITS.lead_transfer,
      response: { 200: SuppressionImported },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => importSuppressions(tx, await keys.of(tx), body)),
    }),
    defineRoute({
      ...edit,
      method: 'DELETE',
      path: `${PATH}/:suppression_id`,
      id: 'delete_suppression',
      summary: 'Delete a suppression',
      description: 'Unsubscribes, bounces and complaints cannot be deleted by hand (409).',
      params: SuppressionPath,
      errors: [409],
      response: { 204: null },
      exists: ({ scope }, { params }) => database.inWorkspace(scope, (tx) => mustFind(tx, params.suppression_id)),
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => deleteSuppression(tx, params.suppression_id))
        return undefined
      },
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${PATH}/:suppression_id/take-back`,
      id: 'take_back_suppression',
      summary: 'Take back an unsubscribe that was read wrongly',
      description:
        'For a reply that was taken for an unsubscribe: the address may be mailed again, and the reply counts as any other. The reason stays ' +
        'in the audit log. What was cancelled stays cancelled. One by the link, a bounce or a complaint cannot be taken back (409).',
      params: SuppressionPath,
      body: SuppressionTakeBack,
      errors: [409],
      response: { 204: null },
      exists: ({ scope }, { params }) => database.inWorkspace(scope, (tx) => mustFind(tx, params.suppression_id)),
      async handler({ scope }, { params, body }) {
        await database.inWorkspace(scope, (tx) => revokeUnsubscribe(tx, params.suppression_id, body.reason))
        return undefined
      },
    }),
    defineRoute({
      method: 'GET',
      path: UNSUBSCRIBE,
      id: 'unsubscribe_page',
      tag: 'Outreach',
      summary: 'The page that asks a recipient to confirm',
      description: 'Changes nothing: scanners of mail follow links. Its button sends the POST of the same address.',
      access: 'public',
      limit: LIMITS.callback,
      query: TokenQuery,
      response: { 200: page },
      errors: [404],
      async handler(_, { query }, reply) {
        const found = await findUnsubscribe(database, keys, query.token)
        const language = pageLanguage(reply.request.headers['accept-language'], found?.country ?? null)
        return reply
          .code(found ? 200 : 404)
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
          )
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .type('text/html; charset=utf-8')
          .send(found ? confirmPage(query.token, found.is_done, language) : invalidPage(language))
      },
    }),
    defineRoute({
      method: 'POST',
      path: UNSUBSCRIBE,
      id: 'unsubscribe',
      tag: 'Outreach',
      summary: 'Unsubscribe at once',
      description:
        'One-click as in RFC 8058: no login, no confirmation, any body. Suppresses the address, ends its enrollments and cancels what waits ' +
        'for it in one transaction. Repeating it changes nothing. The links of messages work for as long as the workspace exists.',
      access: 'public',
      limit: LIMITS.callback,
      query: TokenQuery,
      response: { 200: page },
      errors: [404],
      async handler(_, { query }, reply) {
        const done = await unsubscribe(database, keys, query.token)
        const language = pageLanguage(reply.request.headers['accept-language'], done?.country ?? null)
        return reply
          .code(done ? 200 : 404)
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(done ? donePage(language) : invalidPage(language))
      },
    }),
  ]
}

async function mustFind(tx: WorkspaceTx, id: string): Promise<void> {
  const { rowCount } = isUuid(id)
    ? await tx.client.query('select 1 from suppressions where workspace_id = $1 and id = $2', [tx.workspace_id, id])
    : { rowCount: 0 }
  if (!rowCount) refuse('not_found', 'Suppression not found')
}
