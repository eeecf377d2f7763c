// What happened to a lead, newest first: who changed what of it, from where, and in the end how it came.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { mustReadLead } from '../lead-facts/lead.reads.ts'
import { readWithMerged } from '../lead-facts/one-lead.reads.ts'

export interface TimelineEntry {
  id: string
  kind: 'created' | 'updated' | 'status' | 'note'
  fields: { field: string; before: unknown; after: unknown }[]
  note: string | null
  source: JsonObject
  actor: { user_id: number | null; name: string } | null
  at: string
}

export async function readTimeline(
  tx: WorkspaceTx,
  leadId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: TimelineEntry[]; next_cursor: string | null }> {
  // How it came is read after what changed it: it must still be there then.
  const lead = await mustReadLead(tx, leadId, 'kept')
  const name = `timeline of lead ${lead.id}`
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<
    Omit<TimelineEntry, 'actor' | 'at'> & { user_id: number | null; actor_name: string | null; at: Date }
  >(
    `select id, kind, fields, note, source, user_id, actor_name, at from lead_changes
     where workspace_id = $1 and lead_id = any($2::bigint[]) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [tx.workspace_id, await readWithMerged(tx, [lead.id]), before, limit + 1],
  )
  const items: TimelineEntry[] = rows.slice(0, limit).map(({ user_id, actor_name, at, ...row }) => ({
    ...row,
    actor: actor_name === null ? null : { user_id, name: actor_name },
    at: at.toISOString(),
  }))
  const last = items.at(-1)
  if (rows.length > limit && last) return { items, next_cursor: encodeCursor(name, [last.id]) }
  return { items: [...items, await beginning(tx, lead.id)], next_cursor: null }
}

/** How it came is on record with the lead itself. */
async function beginning(tx: WorkspaceTx, leadId: number): Promise<TimelineEntry> {
  const { rows } = await tx.client.query<{
    source: (JsonObject & { actor?: TimelineEntry['actor'] }) | null
    created_at: Date
  }>('select source, created_at from leads where workspace_id = $1 and id = $2', [tx.workspace_id, leadId])
  const { source, created_at } = oneRow(rows)
  const { actor = null, ...from } = source ?? {}
  return {
    id: `created-${leadId}`,
    kind: 'created',
    fields: [],
    note: null,
    source: from,
    actor,
    at: created_at.toISOString(),
  }
}
