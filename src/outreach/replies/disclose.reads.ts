// What outreach holds about a person: sequences they are in with the basis for it, and mail to and from them.
import { inOrder } from '../../platform/db/look-up.ts'
import type { Discloser, HeldLine } from '../../records/leads/erasure/held.reads.ts'

const MOST = 2000

export const heldByOutreach: Discloser = async (tx, { lead_id }) => {
  const person = [tx.workspace_id, lead_id]
  const { rows: enrolments } = await tx.client.query<HeldLine>(
    `select s.name as sequence, e.status, e.email, e.consent_source, e.country, e.created_at as at from enrollments e
     join sequences s on s.workspace_id = e.workspace_id and s.id = e.sequence_id
     where e.workspace_id = $1 and ${inOrder('e.lead_id', '$2')}, e.created_at`,
    person,
  )
  const { rows: sent } = await tx.client.query<HeldLine>(
    `select state, address, subject, body, sent_at as at, drafted_by from outbound_messages
     where workspace_id = $1 and lead_id = $2 order by created_at limit ${MOST}`,
    person,
  )
  const { rows: received } = await tx.client.query<HeldLine>(
    `select kind, class, from_address, from_name, subject, text, received_at as at from inbound_messages
     where workspace_id = $1 and lead_id = $2 order by received_at limit ${MOST}`,
    person,
  )
  return [
    { title: 'Sequences', items: enrolments },
    { title: 'Messages to the person', items: sent },
    { title: 'Messages from the person', items: received },
  ]
}
