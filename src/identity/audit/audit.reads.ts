// Reading the audit log of one workspace or of the install: a page of it, or all of it in batches.
import type { Tx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { AuditFilter, AuditLine } from './audit.schema.ts'

interface Row {
  id: string
  ts: Date
  actor_kind: string
  actor_user_id: number | null
  actor_name: string | null
  actor_token_id: string | null
  act: string
  object_type: string | null
  object_id: string | null
  object_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
  request_id: string | null
}

const NEWEST = 'audit lines, newest first'
const BATCH = 1_000

export async function readAudit(
  tx: Tx,
  workspaceId: string,
  { limit, cursor, ...filter }: AuditFilter & { limit: number; cursor?: string },
) {
  const after = decodeCursor(NEWEST, cursor)
  const rows = await readRows(
    tx,
    workspaceId,
    filter,
    after && [new Date(String(after[0])), String(after[1])],
    limit + 1,
  )
  const page = pageOf(NEWEST, rows, limit, (row) => [row.ts.toISOString(), row.id])
  return { ...page, items: page.items.map(wireLine) }
}

/** All lines, newest first, in batches of short transactions; lines that come meanwhile are left out. */
export async function* exportAudit(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  workspaceId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditLine[]> {
  let after: [Date, string] | undefined
  for (;;) {
    const rows = await read((tx) => readRows(tx, workspaceId, filter, after, BATCH))
    yield rows.map(wireLine)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = [last.ts, last.id]
  }
}

// Plan: audit_log_pkey from its newer end; with an actor, an object or a request the index of its own. What does not
// filter is no part of the text, so that the planner is not misled by "or $n is null".
async function readRows(
  tx: Tx,
  workspaceId: string,
  { actor, act, object_type, object_id, from, to, request_id }: AuditFilter,
  after: [Date, string] | undefined,
  limit: number,
): Promise<Row[]> {
  const values: unknown[] = [workspaceId]
  const conditions = ['workspace_id = $1']
  const only = (condition: (place: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (actor !== undefined && /^\d{1,15}$/.test(actor)) only((n) => `actor_user_id = ${n}::bigint`, actor)
  else if (actor !== undefined) only((n) => `actor_token_id = ${n}`, actor)
  if (act !== undefined) only((n) => `starts_with(act, ${n})`, act)
  if (object_type !== undefined) only((n) => `object_type = ${n}`, object_type)
  if (object_id !== undefined) only((n) => `object_id = ${n}`, object_id)
  if (from !== undefined) only((n) => `ts >= ${n}::timestamptz`, from)
  if (to !== undefined) only((n) => `ts < ${n}::timestamptz`, to)
  if (request_id !== undefined) only((n) => `request_id = ${n}`, request_id)
  if (after) {
    values.push(after[0], after[1])
    conditions.push(`(ts, id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  const { rows } = await tx.client.query<Row>(
    `select id, ts, actor_kind, actor_user_id, actor_name, actor_token_id, act, object_type, object_id, object_name,
       before, after, ip, request_id
     from audit_log where ${conditions.join(' and ')} order by ts desc, id desc limit ${limit}`,
    values,
  )
  return rows
}

function wireLine(row: Row): AuditLine {
  const { id, ts, act, before, after, ip, request_id } = row
  return {
    id,
    ts: ts.toISOString(),
    actor: { kind: row.actor_kind, user_id: row.actor_user_id, name: row.actor_name, token_id: row.actor_token_id },
    act,
    object: { type: row.object_type, id: row.object_id, name: row.object_name },
    before,
    after,
    ip,
    request_id,
  }
}
