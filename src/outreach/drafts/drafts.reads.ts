// Reading drafts.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { Draft, DraftEvidence, DraftStatus } from './draft.schema.ts'

interface Row extends Omit<Draft, 'due_at' | 'approved_at' | 'created_at' | 'status' | 'evidence'> {
  state: string
  evidence: DraftEvidence[] | null
  due_at: Date
  approved_at: Date | null
  created_at: Date
}

const SELECT = `select m.id, m.state, m.drafted_by, m.sequence_id, s.name as sequence_name, m.enrollment_id, m.lead_id, m.address as to, m.step_number,
    coalesce(m.subject, '') as subject, coalesce(m.body, '') as text, m.evidence, m.due_at, m.approved_at, m.created_at,
    coalesce(l.data ->> 'contact_person', l.data ->> 'company', m.address) as name
  from outbound_messages m left join sequences s on s.workspace_id = m.workspace_id and s.id = m.sequence_id
  left join leads l on l.workspace_id = m.workspace_id and l.id = m.lead_id`
const ARE_DRAFTS = `m.kind = 'step' and m.drafted_by is not null`

const WHERE: Record<DraftStatus, string> = {
  pending: `m.state = 'awaiting_approval'`,
  approved: `m.approved_at is not null and m.state in ('planned', 'reserved', 'sending', 'uncertain', 'failed', 'blocked')`,
  rejected: `m.state = 'cancelled' and m.error_class = 'rejected'`,
  sent: `m.state = 'sent'`,
}

const show = ({ state, evidence, due_at, approved_at, created_at, ...rest }: Row): Draft => ({
  ...rest,
  evidence: evidence ?? [],
  status:
    state === 'awaiting_approval'
      ? 'pending'
      : state === 'sent'
        ? 'sent'
        : state === 'cancelled'
          ? 'rejected'
          : 'approved',
  due_at: due_at.toISOString(),
  approved_at: approved_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

export async function mustReadDraft(tx: WorkspaceTx, id: string): Promise<Draft> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Row>(
        `${SELECT} where m.workspace_id = $1 and ${inOrder('m.id', '$2', `and ${ARE_DRAFTS}`)}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ? show(rows[0]) : refuse('not_found', 'Draft not found')
}

const LIST = 'drafts by due time'

export async function readDrafts(
  tx: WorkspaceTx,
  asked: { status: DraftStatus; sequence_id?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const after = decodeCursor(LIST, asked.cursor)
  const sequence =
    asked.sequence_id === undefined || isUuid(asked.sequence_id)
      ? asked.sequence_id
      : '00000000-0000-0000-0000-000000000000'
  const { rows } = await tx.client.query<Row>(
    `${SELECT} where m.workspace_id = $1 and ${ARE_DRAFTS} and ${WHERE[asked.status]} and ($2::uuid is null or m.sequence_id = $2)
       and ($3::timestamptz is null or (m.due_at, m.id) > ($3, $4::uuid)) order by m.due_at, m.id limit $5`,
    [tx.workspace_id, sequence ?? null, after?.[0] ?? null, after?.[1] ?? null, asked.limit + 1],
  )
  const page = pageOf(LIST, rows, asked.limit, ({ due_at, id }) => [due_at.toISOString(), id])
  return { items: page.items.map(show), next_cursor: page.next_cursor }
}
