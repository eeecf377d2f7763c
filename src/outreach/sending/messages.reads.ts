// Reading outgoing messages and the tasks of people.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'
import { seedOf } from '../enrollments/plan.writes.ts'
import { renderNote } from '../templates/message.logic.ts'
import type { OutboundMessage, OutreachTask } from './message.schema.ts'

interface Row extends Omit<OutboundMessage, 'due_at' | 'sent_at' | 'replied_at'> {
  due_at: Date
  sent_at: Date | null
  replied_at: Date | null
}

const SELECT = `select id, kind, state, sequence_id, enrollment_id, lead_id, mailbox_id, step_number, variant_id, address as to, subject, body as text,
  due_at, sent_at, attempts, error_class, error, response, message_id, bounced, bounce_class, bounce_detail, replied_at from outbound_messages`

const show = ({ due_at, sent_at, replied_at, ...rest }: Row): OutboundMessage => ({
  ...rest,
  due_at: due_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
  replied_at: replied_at?.toISOString() ?? null,
})

export async function mustReadMessage(tx: WorkspaceTx, id: string): Promise<OutboundMessage> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Row>(`${SELECT} where workspace_id = $1 and ${inOrder('id', '$2', "and kind <> 'task'")}`, [
        tx.workspace_id,
        id,
      ])
    : { rows: [] }
  return rows[0] ? show(rows[0]) : refuse('not_found', 'Message not found')
}

const LIST = 'messages by age'

export async function readMessages(
  tx: WorkspaceTx,
  asked: {
    state?: string | undefined
    sequence_id?: string | undefined
    lead_id?: number | undefined
    limit: number
    cursor?: string | undefined
  },
) {
  const after = decodeCursor(LIST, asked.cursor)
  const sequence =
    asked.sequence_id === undefined || isUuid(asked.sequence_id)
      ? asked.sequence_id
      : '00000000-0000-0000-0000-000000000000'
  const { rows } = await tx.client.query<Row>(
    `${SELECT} where workspace_id = $1 and kind <> 'task' and ($2::text is null or state = $2) and ($3::uuid is null or sequence_id = $3)
       and ($4::bigint[] is null or lead_id = any($4)) and ($5::uuid is null or id < $5) order by id desc limit $6`,
    [
      tx.workspace_id,
      asked.state ?? null,
      sequence ?? null,
      asked.lead_id === undefined ? null : await readWithMerged(tx, [asked.lead_id]),
      after?.[0] ?? null,
      asked.limit + 1,
    ],
  )
  const page = pageOf(LIST, rows, asked.limit, ({ id }) => [id])
  return { items: page.items.map(show), next_cursor: page.next_cursor }
}

const TASKS = 'tasks by due time'

interface StoredTask extends Omit<OutreachTask, 'due_at'> {
  due_at: Date
  step_id: string
  lead: JsonObject | null
  sender_email: string | null
  sender_name: string | null
}

export async function readTasks(tx: WorkspaceTx, asked: { limit: number; cursor?: string | undefined }, now: Date) {
  const after = decodeCursor(TASKS, asked.cursor)
  const { rows } = await tx.client.query<StoredTask>(
    `select m.id, m.sequence_id, s.name as sequence_name, m.enrollment_id, m.lead_id, m.body as note, m.due_at, m.step_id, l.data as lead, b.email as sender_email, b.from_name as sender_name,
       coalesce(l.data ->> 'contact_person', l.data ->> 'company', m.address) as name,
       coalesce((select step ->> 'kind' from jsonb_array_elements(s.steps) step where step ->> 'id' = m.step_id), 'task') as kind
     from outbound_messages m join sequences s on s.workspace_id = m.workspace_id and s.id = m.sequence_id
     join enrollments e on e.workspace_id = m.workspace_id and e.id = m.enrollment_id and e.status in ('scheduled', 'active', 'waiting')
     left join leads l on l.workspace_id = m.workspace_id and l.id = m.lead_id
     left join mailboxes b on b.workspace_id = m.workspace_id and b.id = m.mailbox_id
     where m.workspace_id = $1 and m.kind = 'task' and m.state = 'open' and m.due_at <= $2
       and ($3::timestamptz is null or (m.due_at, m.id) > ($3, $4::uuid)) order by m.due_at, m.id limit $5`,
    [tx.workspace_id, now, after?.[0] ?? null, after?.[1] ?? null, asked.limit + 1],
  )
  const page = pageOf(TASKS, rows, asked.limit, ({ due_at, id }) => [due_at.toISOString(), id])
  return {
    items: page.items.map(({ step_id, lead, sender_email, sender_name, note, ...row }) => {
      const sender = { name: sender_name ?? '', email: sender_email ?? '' }
      const text = note === null ? null : renderNote(note, lead ?? {}, sender, seedOf(row.enrollment_id ?? '', step_id))
      return { ...row, note: text, due_at: row.due_at.toISOString() }
    }),
    next_cursor: page.next_cursor,
  }
}
