// Reading sequences: as stored, and as shown with their counts and what keeps them from starting.

import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { isConfigured, readMailboxes } from '../mailboxes/mailboxes.reads.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { type SendingSetup, startProblems } from './readiness.logic.ts'
import { SEQUENCE_DEFAULTS, type Sequence, type SequenceSettings, type SequenceStep } from './sequence.schema.ts'

export interface StoredSequence {
  id: string
  name: string
  status: Sequence['status']
  pause_reason: string | null
  settings: SequenceSettings
  steps: SequenceStep[]
  breaker_from: Date | null
  started_at: Date | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, name, status, pause_reason, settings, steps, breaker_from, started_at, created_at, updated_at'
/** Settings that an earlier version did not know are not there. */
type SequenceRow = Omit<StoredSequence, 'settings'> & { settings: Partial<SequenceSettings> }

const withDefaults = (row: SequenceRow): StoredSequence => ({
  ...row,
  settings: { ...SEQUENCE_DEFAULTS, ...row.settings },
})

export async function mustReadSequence(tx: WorkspaceTx, id: string, locked = false): Promise<StoredSequence> {
  const { rows } = isUuid(id)
    ? await tx.client.query<SequenceRow>(
        `select ${COLUMNS} from sequences where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ? withDefaults(rows[0]) : refuse('not_found', 'Sequence not found')
}

export async function readSequencesById(
  tx: WorkspaceTx,
  ids: readonly string[],
  locked = false,
): Promise<Map<string, StoredSequence>> {
  const { rows } = await tx.client.query<SequenceRow>(
    `select ${COLUMNS} from sequences where workspace_id = $1 and id = any($2::uuid[]) order by id ${locked ? 'for update' : ''}`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map((row) => [row.id, withDefaults(row)]))
}

/** What starting depends on besides the sequence itself. */
export async function readReady(tx: WorkspaceTx, publicUrl: string | undefined): Promise<SendingSetup> {
  const mailboxes = await readMailboxes(tx)
  const { values } = await readOutreachSettings(tx)
  return {
    mailboxes: mailboxes.map((one) => ({ id: one.id, usable: isConfigured(one) && one.state === 'active' })),
    postal_address: values.postal_address,
    public_url: publicUrl ?? null,
  }
}

type Counts = Sequence['counts']
/** A message that left, as figures count it, and one that was answered. */
export const IS_SENT = `kind = 'step' and (state = 'sent' or state = 'failed' and bounced is not null)`
/** A bounce that says something of list or sender: mail that a server had no room for does not. */
export const COUNTS_AS_BOUNCE = `(bounced = 'hard' or bounce_class = 'blocked' or state = 'failed' and bounce_class = 'soft')`
export const IS_ANSWERED = 'replied_at is not null'

const NONE: Counts = { enrolled: 0, running: 0, sent: 0, replied: 0, bounced: 0, unsubscribed: 0, blocked: 0 }

async function readCounts(tx: WorkspaceTx, ids: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await tx.client.query<Counts & { sequence_id: string }>(
    `select e.*, coalesce(m.sent, 0)::int as sent, coalesce(m.replied, 0)::int as replied from (
       select sequence_id, count(*)::int as enrolled,
         count(*) filter (where status in ('scheduled', 'active', 'waiting', 'paused'))::int as running,
         count(*) filter (where status = 'bounced')::int as bounced,
         count(*) filter (where status = 'unsubscribed')::int as unsubscribed,
         count(*) filter (where status = 'blocked')::int as blocked
       from enrollments where workspace_id = $1 and sequence_id = any($2::uuid[]) group by sequence_id) e
     left join (select sequence_id, count(*) filter (where state = 'sent') as sent,
         count(*) filter (where ${IS_SENT} and ${IS_ANSWERED}) as replied from outbound_messages
       where workspace_id = $1 and sequence_id = any($2::uuid[]) and state in ('sent', 'failed') group by sequence_id) m using (sequence_id)`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map(({ sequence_id, ...counts }) => [sequence_id, counts]))
}

export async function showSequences(
  tx: WorkspaceTx,
  stored: readonly StoredSequence[],
  publicUrl: string | undefined,
): Promise<Sequence[]> {
  if (stored.length === 0) return []
  const counts = await readCounts(
    tx,
    stored.map(({ id }) => id),
  )
  const ready = await readReady(tx, publicUrl)
  return stored.map(({ breaker_from: _, ...one }) => ({
    ...one,
    problems: startProblems(one, ready),
    counts: counts.get(one.id) ?? NONE,
    started_at: one.started_at?.toISOString() ?? null,
    created_at: one.created_at.toISOString(),
    updated_at: one.updated_at.toISOString(),
  }))
}

export async function showSequence(tx: WorkspaceTx, id: string, publicUrl: string | undefined): Promise<Sequence> {
  const [shown] = await showSequences(tx, [await mustReadSequence(tx, id)], publicUrl)
  return shown as Sequence
}

const LIST = 'sequences by time'

export async function readSequencePage(
  tx: WorkspaceTx,
  asked: { status?: string | undefined; limit: number; cursor?: string | undefined },
  publicUrl: string | undefined,
) {
  const after = decodeCursor(LIST, asked.cursor)
  const { rows } = await tx.client.query<SequenceRow>(
    `select ${COLUMNS} from sequences where workspace_id = $1 and ($2::text is null or status = $2)
       and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid)) order by created_at desc, id desc limit $5`,
    [tx.workspace_id, asked.status ?? null, after?.[0] ?? null, after?.[1] ?? null, asked.limit + 1],
  )
  const page = pageOf(LIST, rows, asked.limit, ({ created_at, id }) => [created_at.toISOString(), id])
  return { items: await showSequences(tx, page.items.map(withDefaults), publicUrl), next_cursor: page.next_cursor }
}
