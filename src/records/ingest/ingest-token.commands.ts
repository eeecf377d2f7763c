// The token by which programs bring rows into one workbook: shown once, kept as a hash, replaced by the next one.

import { refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { TokenKind } from '../../platform/http/token-kind.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import type { IngestToken, UnknownKeys } from './ingest.schema.ts'
import { endOfToken, graceStart, IS_HELD } from './ingest-holders.commands.ts'

const PREFIX = 'wbi_'

/** The columns of a token `t`. An expired token is no token any more, even before it is deleted. */
const FACTS = `t.id, t.hint, t.unknown_keys, t.created_at, t.last_used_at, t.left_at, ${IS_HELD} as is_held,
  (select u.username from users u where u.id = t.created_by) as held_by`
const IS_GOOD = '(t.left_at is null or t.left_at > $3)'

/** Makes the workbook's token. The one before is no longer good from the commit on. */
export async function makeIngestToken(
  tx: WorkspaceTx,
  workbookId: string,
  unknownKeys: UnknownKeys | undefined,
  now: Date,
): Promise<IngestToken & { token: string }> {
  const id = await mustFindWorkbook(tx, workbookId)
  const token = newBearerToken(PREFIX)
  const { rows } = await tx.client.query<Stored>(
    `insert into ingest_tokens as t (workspace_id, workbook_id, id, hash, hint, unknown_keys, created_by, created_at)
     values ($1, $2, $3, $4, $5, coalesce($6, 'ignore'), $7, $8)
     on conflict (workspace_id, workbook_id) do update set id = excluded.id, hash = excluded.hash, hint = excluded.hint,
       unknown_keys = coalesce($6, t.unknown_keys), created_by = excluded.created_by, created_at = excluded.created_at,
       last_used_at = null, left_at = null
     returning ${FACTS}`,
    [
      tx.workspace_id,
      id,
      newId(),
      hashOfToken(token),
      token.slice(-4),
      unknownKeys ?? null,
      tx.actor?.user_id ?? null,
      now,
    ],
  )
  const made = oneRow(rows)
  const after = { hint: made.hint, unknown_keys: made.unknown_keys }
  await audit(tx, { act: 'ingest_token.created', object: { type: 'workbook', id }, after })
  return { ...show(made, now), token }
}

/** What is known of the workbook's token; refuses (404) when it has none. */
export async function readIngestToken(tx: WorkspaceTx, workbookId: string, now: Date): Promise<IngestToken> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { rows } = await tx.client.query<Stored>(
    `select ${FACTS} from ingest_tokens t where t.workspace_id = $1 and t.workbook_id = $2 and ${IS_GOOD}`,
    [tx.workspace_id, id, graceStart(now)],
  )
  return rows[0] ? show(rows[0], now) : refuse('not_found', 'The workbook has no ingest token')
}

/** Ends the workbook's token at once. */
export async function revokeIngestToken(tx: WorkspaceTx, workbookId: string): Promise<void> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { rowCount } = await tx.client.query('delete from ingest_tokens where workspace_id = $1 and workbook_id = $2', [
    tx.workspace_id,
    id,
  ])
  if (!rowCount) refuse('not_found', 'The workbook has no ingest token')
  await audit(tx, { act: 'ingest_token.revoked', object: { type: 'workbook', id } })
}

/** What a token opens: its workbook, and what it was made to do there. */
export interface IngestPlace extends WorkspaceScope {
  workbook_id: string
  unknown_keys: UnknownKeys
}

/** Authenticates the token of the workbook in the path; any other workbook is not found. */
export function ingestTokens(database: Database, now: () => Date): TokenKind {
  return {
    security: {
      name: 'ingestToken',
      scheme: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token of POST /api/v2/workbooks/{workbook_id}/ingest-token (`wbi_…`).',
      },
    },
    async enter(request, bearer): Promise<IngestPlace> {
      const found = await find(database, bearer, now())
      if (!found) refuse('unauthenticated', 'No ingest token, or one that is no longer good')
      const { workbook_id } = request.params as { workbook_id: string }
      if (found.workbook_id !== workbook_id.toLowerCase()) refuse('not_found', 'Workbook not found')
      return {
        workspace_id: found.workspace_id,
        workbook_id: found.workbook_id,
        unknown_keys: found.unknown_keys,
        actor: {
          kind: 'token',
          user_id: found.created_by,
          name: `${PREFIX}…${found.hint}`,
          token_id: found.id,
          ip: request.ip,
          request_id: request.id,
        },
      }
    },
  }
}

interface Found {
  workspace_id: WorkspaceId
  workbook_id: string
  id: string
  hint: string
  unknown_keys: UnknownKeys
  created_by: number | null
  is_stale: boolean
}

async function find(database: Database, token: string | undefined, now: Date): Promise<Found | undefined> {
  if (!token?.startsWith(PREFIX) || token.length > 100) return undefined
  return database.inControl(async (tx) => {
    const { rows } = await tx.client.query<Found>({
      name: 'ingest_token',
      text: `select t.workspace_id, t.workbook_id, t.id, t.hint, t.unknown_keys, t.created_by,
          t.last_used_at is null or t.last_used_at < $2::timestamptz - interval '1 minute' as is_stale
        from ingest_tokens t join workspaces w on w.id = t.workspace_id where t.hash = $1 and w.deleted_at is null and ${IS_GOOD}`,
      values: [hashOfToken(token), now, graceStart(now)],
    })
    const [row] = rows
    if (row?.is_stale)
      await tx.client.query(
        'update ingest_tokens set last_used_at = $4 where workspace_id = $1 and workbook_id = $2 and id = $3',
        [row.workspace_id, row.workbook_id, row.id, now],
      )
    return row
  })
}

interface Stored {
  id: string
  hint: string
  unknown_keys: UnknownKeys
  created_at: Date
  last_used_at: Date | null
  left_at: Date | null
  is_held: boolean
  held_by: string | null
}

function show({ id, hint, unknown_keys, created_at, last_used_at, ...more }: Stored, now: Date): IngestToken {
  return {
    id,
    hint,
    unknown_keys,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    held_by: more.held_by,
    ends_at: more.is_held ? null : endOfToken(more.left_at ?? now).toISOString(),
  }
}
