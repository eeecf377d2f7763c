// Reading enrollments: the list of a sequence, and one by its id.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { Enrollment } from './enrollment.schema.ts'

interface Row extends Omit<Enrollment, 'created_at' | 'ended_at' | 'next_at'> {
  created_at: Date
  ended_at: Date | null
  next_at: Date | null
}

const SELECT = `select e.id, e.sequence_id, e.lead_id, e.email, e.status, e.status_reason, e.consent_source, e.include_unverified, e.country, e.warnings, e.mailbox_id,
    coalesce(l.data ->> 'contact_person', l.data ->> 'company', e.email) as name, e.created_at, e.ended_at,
    (select count(*)::int from outbound_messages m where m.workspace_id = e.workspace_id and m.enrollment_id = e.id and m.state = 'sent' and m.kind = 'step') as sent,
    n.step_number as next_step, n.due_at as next_at
  from enrollments e join leads l on l.workspace_id = e.workspace_id and l.id = e.lead_id
  left join lateral (select m.step_number, m.due_at from outbound_messages m where m.workspace_id = e.workspace_id and m.enrollment_id = e.id
    and m.kind <> 'answer' and m.state in ('planned', 'awaiting_approval', 'open', 'reserved', 'blocked') order by m.step_number limit 1) n on true`

const show = ({ created_at, ended_at, next_at, ...rest }: Row): Enrollment => ({
  ...rest,
  next_at: next_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

const LIST = 'enrollments by age'

export async function readEnrollments(
  tx: WorkspaceTx,
  sequenceId: string,
  asked: { status?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const after = decodeCursor(LIST, asked.cursor)
  const { rows } = await tx.client.query<Row>(
    `${SELECT} where e.workspace_id = $1 and e.sequence_id = $2 and ($3::text is null or e.status = $3) and ($4::uuid is null or e.id < $4)
     order by e.id desc limit $5`,
    [tx.workspace_id, sequenceId, asked.status ?? null, after?.[0] ?? null, asked.limit + 1],
  )
  const counted = await tx.client.query<{ total: number }>(
    'select count(*)::int as total from enrollments where workspace_id = $1 and sequence_id = $2 and ($3::text is null or status = $3)',
    [tx.workspace_id, sequenceId, asked.status ?? null],
  )
  const page = pageOf(LIST, rows, asked.limit, ({ id }) => [id])
  return { items: page.items.map(show), next_cursor: page.next_cursor, total: counted.rows[0]?.total ?? 0 }
}

export async function mustReadEnrollment(tx: WorkspaceTx, id: string): Promise<Enrollment> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Row>(`${SELECT} where e.workspace_id = $1 and ${inOrder('e.id', '$2')}`, [
        tx.workspace_id,
        id,
      ])
    : { rows: [] }
  return rows[0] ? show(rows[0]) : refuse('not_found', 'Enrollment not found')
}
