// Routes of ingest: a workbook's token, and rows that come with it.
import { refuse } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { originOf } from '../../platform/http/browser/origin.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { ingestRows } from './ingest.commands.ts'
import {
  asIngestRequest,
  IngestRequest,
  IngestResult,
  IngestToken,
  IngestTokenMade,
  IngestTokenRequest,
  MAX_INGEST_ROWS,
} from './ingest.schema.ts'
import { takeOverIngestToken } from './ingest-holders.commands.ts'
import {
  type IngestPlace,
  ingestTokens,
  makeIngestToken,
  readIngestToken,
  revokeIngestToken,
} from './ingest-token.commands.ts'

export interface IngestParts {
  database: Database
  /** Where programs reach the service, when the operator says so. */
  publicUrl: string | undefined
  now: () => Date
}

const SAMPLE = `curl -X POST https://millrace.example/api/workbooks/$WORKBOOK_ID/rows/ingest \\
  -H 'Authorization: Bearer wbi_…' -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1742' \\
  -d '{"rows": [{"Company": "Acme", "Website": "acme.com"}]}'`

export function ingestRoutes({ database, publicUrl, now }: IngestParts): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const token = {
    ...at('/:workbook_id/ingest-token'),
    tag: 'Ingest',
    needs: 'workbooks.edit',
    params: WorkbookPath,
    exists: seesWorkbook,
  } as const
  return [
    defineRoute({
      ...token,
      // The address by which programs of other clients know it.
      alsoAt: token.unlistedAt,
      unlistedAt: [],
      method: 'POST',
      id: 'create_ingest_token',
      for_token: 'none',
      summary: 'Create the token by which programs send rows into this workbook',
      description:
        'It opens the ingest of this workbook and nothing else. A workbook has one token: a new token ends the previous one at once. ' +
        'It is shown in this answer only. You hold it: it ends 14 days after you leave the workspace or may no longer change workbooks, ' +
        'unless another member takes it over.',
      body: IngestTokenRequest,
      response: { 201: IngestTokenMade },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const made = await makeIngestToken(tx, params.workbook_id, body.unknown_keys, now())
          const base = originOf(publicUrl, ctx.raw)
          const url = `${base}/api/workbooks/${params.workbook_id.toLowerCase()}/rows/ingest`
          return { ...made, url, curl: curlFor(url, made.token) }
        }),
    }),
    defineRoute({
      ...token,
      method: 'GET',
      id: 'get_ingest_token',
      summary: 'Details of the ingest token, without the token',
      description:
        'Its holder, when it was made and used last, and when it ends if it has no holder any more. 404 without one.',
      response: { 200: IngestToken },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readIngestToken(tx, params.workbook_id, now())),
    }),
    defineRoute({
      ...token,
      ...at('/:workbook_id/ingest-token/take-over'),
      tag: 'Ingest',
      method: 'POST',
      id: 'take_over_ingest_token',
      for_token: 'none',
      summary: 'Take over the ingest token',
      description:
        'Programs keep using the same token, and runs started by its rows count as yours. A token whose holder has left ends after 14 days unless ' +
        'another member takes it over. The previous holder may still know it: make a new token if they should not be able to send rows.',
      response: { 200: IngestToken },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await takeOverIngestToken(tx, params.workbook_id, now())
          return readIngestToken(tx, params.workbook_id, now())
        }),
    }),
    defineRoute({
      ...token,
      method: 'DELETE',
      id: 'revoke_ingest_token',
      for_token: 'none',
      summary: 'Revoke the ingest token',
      description:
        'It ends at once: programs that still send with it get 401. The workbook and its rows stay as they are.',
      response: { 204: null },
      handler: async (ctx, { params }) => {
        await inScope(ctx, (tx) => revokeIngestToken(tx, params.workbook_id))
        return undefined
      },
    }),
    defineRoute({
      ...at('/:workbook_id/rows/ingest'),
      access: 'token',
      tokens: ingestTokens(database, now),
      tag: 'Ingest',
      method: 'POST',
      id: 'ingest_rows',
      summary: 'Send rows into a workbook with its ingest token',
      description:
        `Up to ${MAX_INGEST_ROWS} rows and 1 MiB a call. Every row has an outcome of its own: a bad one is rejected with its reason, ` +
        'and the others are kept. A row that the workbook knows by its identity (`PUT /{workbook_id}/identity`, or an import that matches rows) is ' +
        'updated, any other is added. The `RateLimit` headers tell how many calls are left.\n\n' +
        `\`\`\`sh\n${SAMPLE}\n\`\`\``,
      limit: LIMITS.ingest,
      idempotent: true,
      params: WorkbookPath,
      prepareBody: asIngestRequest,
      body: IngestRequest,
      response: { 200: IngestResult },
      errors: [413],
      handler({ scope }, { body }) {
        const { rows } = body
        if (rows.length > MAX_INGEST_ROWS)
          refuse('too_large', `At most ${MAX_INGEST_ROWS} rows at once, not ${rows.length}. Nothing was taken in.`)
        const { workbook_id, unknown_keys } = scope as IngestPlace
        return ingestRows(database, scope, workbook_id, { ...body, unknown_keys: body.unknown_keys ?? unknown_keys })
      },
    }),
  ]
}

function curlFor(url: string, token: string): string {
  return `curl -X POST '${url}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"rows": [{"Company": "Acme"}]}'`
}
