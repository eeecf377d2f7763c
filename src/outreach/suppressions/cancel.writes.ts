// Ends the enrolments of suppressed addresses and cancels what waits to be sent to them, in the suppressing transaction.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { SuppressionScope } from '../keys/address.logic.ts'
import type { Reason } from './suppression.schema.ts'

export interface Cancelled {
  messages: number
  enrollments: string[]
}

const STATUS: Record<Reason, string> = {
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  complaint: 'complained',
  manual: 'stopped',
  erasure: 'stopped',
}

/** A message whose body is already on its way cannot be taken back; one that is only reserved can. */
export async function cancelFor(
  tx: WorkspaceTx,
  given: readonly { scope: SuppressionScope; hash: Buffer; value: string | null; reason: Reason }[],
): Promise<Cancelled> {
  const items = given.map(({ scope, hash, value, reason }) => ({
    scope,
    hash: hash.toString('hex'),
    value,
    status: STATUS[reason],
  }))
  const { rows } = await tx.client.query<{ id: string }>(
    `update enrollments e set status = hit.status, status_reason = 'suppressed', ended_at = now(), updated_at = now()
     from (
       select e.id, max(i.status) as status from jsonb_to_recordset($2::jsonb) as i (scope text, hash text, value text, status text)
       join enrollments e on e.workspace_id = $1 and case i.scope when 'address' then e.address_hash = decode(i.hash, 'hex')
         else e.domain = i.value or e.domain like '%.' || i.value end
       where e.status in ('scheduled', 'active', 'waiting', 'paused', 'blocked', 'auto_replied') group by e.id
     ) hit where e.workspace_id = $1 and e.id = hit.id returning e.id`,
    [tx.workspace_id, JSON.stringify(items)],
  )
  const addresses = items.filter(({ scope }) => scope === 'address').map(({ hash }) => hash)
  const domains = items.flatMap(({ scope, value }) => (scope === 'domain' && value ? [value] : []))
  const { rowCount } = await tx.client.query(
    `update outbound_messages m set state = 'cancelled', error_class = 'suppressed', ended_at = now()
     where m.workspace_id = $1 and m.state in ('planned', 'awaiting_approval', 'reserved', 'blocked', 'open')
       and (m.enrollment_id = any($2::uuid[]) or m.address_hash = any(select decode(h, 'hex') from jsonb_array_elements_text($3::jsonb) h)
         or split_part(m.address, '@', 2) = any($4::text[]))`,
    [tx.workspace_id, rows.map(({ id }) => id), JSON.stringify(addresses), domains],
  )
  await tx.client.query(
    `delete from send_slots s using outbound_messages m where s.workspace_id = $1 and s.is_open
       and m.workspace_id = $1 and m.id = s.message_id and m.state = 'cancelled'`,
    [tx.workspace_id],
  )
  return { messages: rowCount ?? 0, enrollments: rows.map(({ id }) => id) }
}
