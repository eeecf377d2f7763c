// Reading the inbox: threads with a reply, and one with all its messages.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { mustReadLead, recordOf } from '../../records/lead-facts/lead.reads.ts'
import { answerOf } from './answer-text.logic.ts'
import type { ReplyClass } from './classify.logic.ts'
import type { ReplyThread } from './thread.schema.ts'

interface Row extends Omit<ReplyThread, 'last_reply_at' | 'return_date' | 'snippet'> {
  last_reply_at: Date
  text: string
  return_date: string | null
}

const SELECT = `select e.id, e.sequence_id, s.name as sequence_name, e.lead_id, e.email, e.status, i.subject, i.text, i.class, i.kind,
    to_char(i.return_date, 'YYYY-MM-DD') as return_date, i.received_at as last_reply_at, c.replies, c.is_read,
    coalesce(l.data ->> 'contact_person', l.data ->> 'company', e.email) as name, l.data ->> 'company' as company
  from enrollments e join sequences s on s.workspace_id = e.workspace_id and s.id = e.sequence_id
  join leads l on l.workspace_id = e.workspace_id and l.id = e.lead_id
  join lateral (select * from inbound_messages i where i.workspace_id = e.workspace_id
    and ${inOrder('i.enrollment_id', 'e.id')} desc, i.received_at desc, i.id desc limit 1) i on true
  join lateral (select count(*)::int as replies, bool_and(read_at is not null) as is_read from inbound_messages i
    where i.workspace_id = e.workspace_id and i.enrollment_id = e.id) c on true`

const show = ({ text, last_reply_at, ...rest }: Row): ReplyThread => ({
  ...rest,
  snippet: answerOf(text).replace(/\s+/g, ' ').slice(0, 200),
  last_reply_at: last_reply_at.toISOString(),
})

const LIST = 'threads by reply'

export async function readThreads(
  tx: WorkspaceTx,
  asked: { class?: ReplyClass | undefined; unread: boolean; limit: number; cursor?: string | undefined },
) {
  const after = decodeCursor(LIST, asked.cursor)
  const { rows } = await tx.client.query<Row>(
    `${SELECT} where e.workspace_id = $1 and ($2::text is null or i.class = $2) and (not $3 or not c.is_read)
       and ($4::timestamptz is null or (i.received_at, e.id) < ($4, $5::uuid)) order by i.received_at desc, e.id desc limit $6`,
    [tx.workspace_id, asked.class ?? null, asked.unread, after?.[0] ?? null, after?.[1] ?? null, asked.limit + 1],
  )
  const page = pageOf(LIST, rows, asked.limit, ({ last_reply_at, id }) => [last_reply_at.toISOString(), id])
  return { items: page.items.map(show), next_cursor: page.next_cursor }
}

export async function mustReadThread(tx: WorkspaceTx, id: string): Promise<ReplyThread> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Row>(`${SELECT} where e.workspace_id = $1 and ${inOrder('e.id', '$2')}`, [
        tx.workspace_id,
        id,
      ])
    : { rows: [] }
  return rows[0] ? show(rows[0]) : refuse('not_found', 'Thread not found')
}

interface MessageRow {
  id: string
  direction: 'in' | 'out'
  from: string
  subject: string
  text: string
  at: Date
  state: string | null
  class: ReplyClass | null
  is_cut: boolean
}

export async function readThread(tx: WorkspaceTx, id: string) {
  const thread = await mustReadThread(tx, id)
  const { rows } = await tx.client.query<MessageRow>(
    `select id, 'in' as direction, from_address as from, subject, text, received_at as at, null as state, class, is_cut from inbound_messages
       where workspace_id = $1 and enrollment_id = $2
     union all select m.id, 'out', coalesce(b.email, ''), coalesce(m.subject, ''), coalesce(m.body, ''), coalesce(m.sent_at, m.ended_at, m.due_at), m.state, null, false
       from outbound_messages m left join mailboxes b on b.workspace_id = m.workspace_id and b.id = m.mailbox_id
       where m.workspace_id = $1 and m.enrollment_id = $2 and m.kind <> 'task' and (m.state in ('sent', 'uncertain', 'failed', 'sending') or m.kind = 'answer' and m.state <> 'cancelled')
     order by at, id`,
    [tx.workspace_id, id],
  )
  const lead = recordOf(await mustReadLead(tx, thread.lead_id))
  return { ...thread, lead, messages: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
