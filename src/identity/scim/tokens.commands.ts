// The tokens by which a directory speaks for a workspace: shown once, kept as a hash, good until they end or are revoked.

import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import { readOnlyProvider } from '../vouching.reads.ts'

const PREFIX = 'scim_'
const MAX_TOKENS = 20

export interface ScimTokenRow {
  id: string
  name: string
  hint: string
  provider_id: string | null
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export async function makeScimToken(
  tx: WorkspaceTx,
  input: { name: string; provider_id: string | null | undefined; expires_at: Date | undefined; created_by: number },
  now: Date,
): Promise<ScimTokenRow & { token: string }> {
  const { rows } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from scim_tokens where workspace_id = $1 and (expires_at is null or expires_at > $2)',
    [tx.workspace_id, now],
  )
  if (oneRow(rows).n >= MAX_TOKENS)
    refuse('conflict', `A workspace has at most ${MAX_TOKENS} SCIM tokens; revoke one first`)
  const token = newBearerToken(PREFIX)
  const row = {
    id: newId(),
    name: input.name,
    hint: token.slice(-4),
    provider_id: await mustFindProvider(tx, input.provider_id),
    created_at: now,
    expires_at: input.expires_at,
  }
  await tx.client.query(
    `insert into scim_tokens (workspace_id, id, name, hash, hint, created_by, created_at, expires_at, provider_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      row.id,
      row.name,
      hashOfToken(token),
      row.hint,
      input.created_by,
      now,
      row.expires_at ?? null,
      row.provider_id,
    ],
  )
  await audit(tx, {
    act: 'scim_token.created',
    object: { type: 'scim_token', id: row.id, name: row.name },
    after: { hint: row.hint, provider_id: row.provider_id, expires_at: row.expires_at?.toISOString() ?? null },
  })
  return { ...show({ ...row, last_used_at: null }), token }
}

/** Absent: the one of a workspace that has one. @throws Refusal `invalid` for one that is not of the workspace */
async function mustFindProvider(tx: WorkspaceTx, id: string | null | undefined): Promise<string | null> {
  if (id === undefined) return readOnlyProvider(tx, tx.workspace_id)
  if (id === null) return null
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from sso_providers where workspace_id = $1 and id::text = $2',
    [tx.workspace_id, id.toLowerCase()],
  )
  return (
    rows[0]?.id ?? refuseField(['provider_id'], 'value_error', 'Value error, there is no such identity provider', id)
  )
}

export async function listScimTokens(tx: WorkspaceTx): Promise<ScimTokenRow[]> {
  const { rows } = await tx.client.query<Stored>(
    `select id, name, hint, provider_id, created_at, expires_at, last_used_at from scim_tokens where workspace_id = $1 order by id desc limit 500`,
    [tx.workspace_id],
  )
  return rows.map(show)
}

export async function revokeScimToken(tx: WorkspaceTx, id: string): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ id: string; name: string; hint: string }>(
        'delete from scim_tokens where workspace_id = $1 and id = $2 returning id, name, hint',
        [tx.workspace_id, id],
      )
    : { rows: [] }
  if (!rows[0]) refuse('not_found', 'Token not found')
  const { name, hint } = rows[0]
  await audit(tx, {
    act: 'scim_token.revoked',
    object: { type: 'scim_token', id: rows[0].id, name },
    before: { hint },
  })
}

/** The token and its workspace when it is one of the workspace with this slug and still good. */
export async function findScimToken(
  database: Database,
  slug: string,
  token: string,
  now: Date,
): Promise<{ id: string; name: string; workspace_id: WorkspaceId; provider_id: string | null } | undefined> {
  if (!token.startsWith(PREFIX) || token.length > 100) return undefined
  return database.inControl(async (tx) => {
    const { rows } = await tx.client.query<{ id: WorkspaceId }>({
      name: 'scim_workspace',
      text: `select w.id, app_set('app.workspace_id', w.id::text) from workspaces w
        where w.slug = $1 and w.deleted_at is null`,
      values: [slug],
    })
    if (!rows[0]) return undefined
    const workspaceId = rows[0].id
    const found = await tx.client.query<{ id: string; name: string; provider_id: string | null; is_stale: boolean }>({
      name: 'scim_token',
      text: `select id, name, provider_id, last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute' as is_stale from scim_tokens
        where workspace_id = $1 and hash = $2 and (expires_at is null or expires_at > $3)`,
      values: [workspaceId, hashOfToken(token), now],
    })
    const [row] = found.rows
    if (!row) return undefined
    if (row.is_stale) {
      await tx.client.query('update scim_tokens set last_used_at = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        row.id,
        now,
      ])
    }
    return { id: row.id, name: row.name, workspace_id: workspaceId, provider_id: row.provider_id }
  })
}

interface Stored {
  id: string
  name: string
  hint: string
  provider_id: string | null
  created_at: Date
  expires_at?: Date | null | undefined
  last_used_at?: Date | null | undefined
}

function show({ id, name, hint, provider_id, created_at, expires_at, last_used_at }: Stored): ScimTokenRow {
  return {
    id,
    name,
    hint,
    provider_id,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}
