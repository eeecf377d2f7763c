// Suppressing addresses and domains: from that commit on nothing waits for them and nothing is planned for them.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { readAddress, readDomain, type SuppressionScope, suppressionHash } from '../keys/address.logic.ts'
import { type CancellationResult, cancelFor } from './cancel.writes.ts'
import type { Reason, SuppressionCreate, SuppressionImport } from './suppression.schema.ts'
import { LASTING, type StoredSuppression, SUPPRESSION_COLUMNS, showSuppression, wasRead } from './suppressions.reads.ts'

/** A more specific reason replaces a less specific one. */
const RANK: Record<Reason, number> = { manual: 0, bounce: 1, unsubscribe: 2, complaint: 3, erasure: 4 }

export interface NewSuppression {
  scope: SuppressionScope
  hash: Buffer
  /** Null where only the hash is known. */
  value: string | null
  reason: Reason
  source: string
  note?: string | null
  sequence_id?: string | null
  message_id?: string | null
}

/** In the caller's transaction: suppresses, ends the enrolments and cancels what waits. */
export async function suppress(
  tx: WorkspaceTx,
  given: readonly NewSuppression[],
): Promise<{ added: number } & CancellationResult> {
  if (given.length === 0) return { added: 0, messages: 0, enrollments: [] }
  const items = given.map(({ hash, value, reason, ...rest }) => ({
    note: null,
    sequence_id: null,
    message_id: null,
    ...rest,
    reason,
    id: newId(),
    hash: hash.toString('hex'),
    rank: RANK[reason],
    value: reason === 'erasure' ? null : value,
  }))
  const { rows } = await tx.client.query<{ is_new: boolean }>(
    `insert into suppressions as s (workspace_id, id, scope, hash, value, reason, source, note, sequence_id, message_id, user_id)
     select $1, i.id, i.scope, decode(i.hash, 'hex'), i.value, i.reason, i.source, i.note, i.sequence_id, i.message_id, $3
     from (select distinct on (scope, hash) * from jsonb_to_recordset($2::jsonb) as r (id uuid, scope text, hash text, value text, reason text,
       source text, note text, sequence_id uuid, message_id uuid, rank int) order by scope, hash, rank desc) i order by i.scope, i.hash
     on conflict (workspace_id, scope, hash) do update set
       reason = case when $4::jsonb ->> excluded.reason > $4::jsonb ->> s.reason then excluded.reason else s.reason end,
       value = case when excluded.reason = 'erasure' or s.reason = 'erasure' then null else coalesce(s.value, excluded.value) end
     returning xmax = 0 as is_new`,
    [tx.workspace_id, JSON.stringify(items), tx.actor?.user_id ?? null, JSON.stringify(RANK)],
  )
  const cancelled = await cancelFor(tx, given)
  return { added: rows.filter(({ is_new }) => is_new).length, ...cancelled }
}

/** @throws Refusal `invalid` for what is neither an address nor a domain */
export async function addSuppression(tx: WorkspaceTx, key: Buffer, body: SuppressionCreate) {
  const read = readEntry(body.value, body.scope)
  if (!read)
    refuseField(['value'], 'value_error', 'Value error, this is neither an e-mail address nor a domain', body.value)
  const hash = suppressionHash(key, read.scope, read.value)
  const { reason, note = null } = body
  await suppress(tx, [{ ...read, hash, reason, source: 'api', note }])
  const { rows } = await tx.client.query<StoredSuppression>(
    `select ${SUPPRESSION_COLUMNS} from suppressions where workspace_id = $1 and scope = $2 and hash = $3`,
    [tx.workspace_id, read.scope, hash],
  )
  const stored = oneRow(rows)
  await audit(tx, {
    act: 'suppression.added',
    object: { type: 'suppression', id: stored.id },
    after: { reason: stored.reason, scope: stored.scope },
  })
  return showSuppression(stored)
}

export async function importSuppressions(tx: WorkspaceTx, key: Buffer, body: SuppressionImport) {
  const lines = body.items ?? (body.text ?? '').split(/\r\n|\n|\r/).map(firstField)
  const rejected: { line: number; value: string; reason: string }[] = []
  const entries = lines.flatMap((line, at): NewSuppression[] => {
    if (line.trim() === '' || (at === 0 && /^(?:e-?mail|domain|address)s?$/i.test(line.trim()))) return []
    const read = readEntry(line)
    if (read)
      return [
        {
          ...read,
          hash: suppressionHash(key, read.scope, read.value),
          reason: body.reason,
          source: 'import',
          note: body.note ?? null,
        },
      ]
    if (rejected.length < 1000)
      rejected.push({ line: at + 1, value: line.slice(0, 200), reason: 'Neither an e-mail address nor a domain' })
    return []
  })
  const unique = [...new Map(entries.map((entry) => [entry.hash.toString('hex'), entry])).values()]
  const { added, messages } = await suppress(tx, unique)
  await audit(tx, {
    act: 'suppression.imported',
    object: { type: 'suppression', id: 'import' },
    after: { added, reason: body.reason },
  })
  return { added, already: unique.length - added, rejected, cancelled: messages }
}

export async function deleteSuppression(tx: WorkspaceTx, id: string): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ reason: Reason }>(
        'select reason from suppressions where workspace_id = $1 and id = $2 for update',
        [tx.workspace_id, id],
      )
    : { rows: [] }
  const found = rows[0]
  if (!found) return refuse('not_found', 'Suppression not found')
  if (LASTING.has(found.reason))
    refuse(
      'conflict',
      `This address is suppressed by ${WORDS[found.reason] ?? found.reason}; such a suppression cannot be deleted by hand`,
    )
  await tx.client.query('delete from suppressions where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await audit(tx, { act: 'suppression.deleted', object: { type: 'suppression', id }, before: { reason: found.reason } })
}

/**
 * Takes back an unsubscribe that was read out of a reply: the address may be mailed again, and the reply counts as any other. What was
 * cancelled stays cancelled; a person enrolls who is to be written to again.
 */
export async function revokeUnsubscribe(tx: WorkspaceTx, id: string, why: string): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ reason: Reason; source: string; value: string | null; message_id: string | null }>(
        'select reason, source, value, message_id from suppressions where workspace_id = $1 and id = $2 for update',
        [tx.workspace_id, id],
      )
    : { rows: [] }
  const found = rows[0]
  if (!found) return refuse('not_found', 'Suppression not found')
  if (!wasRead(found))
    refuse(
      'conflict',
      'Only an unsubscribe that was read out of a reply can be taken back; after the link, a bounce or a complaint the address stays suppressed',
    )
  await tx.client.query('delete from suppressions where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  const of = [tx.workspace_id, found.message_id]
  await tx.client.query('update outbound_messages set unsubscribed_at = null where workspace_id = $1 and id = $2', of)
  await tx.client.query(
    `update inbound_messages set class = 'other', class_by = 'person' where workspace_id = $1 and outbound_id = $2 and class = 'unsubscribe'`,
    of,
  )
  await tx.client.query(
    `update enrollments set status = 'replied', status_reason = null, updated_at = now() where workspace_id = $1 and status = 'unsubscribed'
       and id = (select enrollment_id from outbound_messages where workspace_id = $1 and id = $2)`,
    of,
  )
  await audit(tx, {
    act: 'suppression.taken_back',
    object: { type: 'suppression', id, ...(found.value !== null && { name: found.value }) },
    before: { reason: found.reason },
    after: { why },
  })
}

const WORDS: Partial<Record<Reason, string>> = {
  unsubscribe: 'an unsubscribe',
  bounce: 'a bounce',
  complaint: 'a complaint',
}

function readEntry(text: string, scope?: SuppressionScope): { scope: SuppressionScope; value: string } | null {
  const value = text.trim()
  if (scope !== 'domain' && value.lastIndexOf('@') > 0) {
    const address = readAddress(value)
    return address && { scope: 'address', value: address.email }
  }
  const domain = scope === 'address' ? null : readDomain(value)
  return domain === null ? null : { scope: 'domain', value: domain }
}

const firstField = (line: string): string => {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)
  return quoted ? (quoted[1] as string).replaceAll('""', '"') : (line.split(/[,;\t]/)[0] ?? '')
}
