// Ends the enrollments of suppressed addresses and cancels what waits to be sent to them, in the suppressing transaction.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readSamePerson } from '../../records/entities/entities-of.reads.ts'
import { keysOf } from '../../records/lead-facts/lead-keys.logic.ts'
import type { SuppressionScope } from '../keys/address.logic.ts'
import type { Reason } from './suppression.schema.ts'
import { OF_PERSON, STATUS_AFTER } from './suppressions.reads.ts'

export interface CancellationResult {
  messages: number
  enrollments: string[]
}

interface CancelItem {
  scope: SuppressionScope
  hash: Buffer
  value: string | null
  reason: Reason
}

/** A message whose body is already on its way cannot be taken back; one that is only reserved can. */
export async function cancelFor(tx: WorkspaceTx, given: readonly CancelItem[]): Promise<CancellationResult> {
  const people = await readPeople(tx, given)
  const items = given.map(({ scope, hash, value, reason }) => ({
    scope,
    hash: hash.toString('hex'),
    value,
    status: STATUS_AFTER[reason],
    leads: people.get(hash.toString('hex')) ?? [],
  }))
  const { rows } = await tx.client.query<{ id: string }>(
    `with i as materialized (select * from jsonb_to_recordset($2::jsonb) as i (scope text, hash text, value text, status text, leads bigint[]))
     update enrollments e set status = hit.status, status_reason = 'suppressed', ended_at = now(), updated_at = now()
     from (
       select x.id, max(x.status) as status from (
         select e.id, i.status from i join enrollments e on e.workspace_id = $1 and e.address_hash = decode(i.hash, 'hex')
         where i.scope = 'address'
         union all select e.id, i.status from i cross join lateral unnest(i.leads) as same (lead_id)
         join enrollments e on e.workspace_id = $1 and e.lead_id = same.lead_id
         union all select e.id, i.status from i join enrollments e on e.workspace_id = $1 and (e.domain = i.value or e.domain like '%.' || i.value)
         where i.scope = 'domain') x group by x.id
     ) hit where e.workspace_id = $1 and e.id = hit.id
       and e.status in ('scheduled', 'active', 'waiting', 'paused', 'blocked', 'auto_replied') returning e.id`,
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

/** Finds the leads of these people by the hash of the address: leads that have it, and leads that were enrolled with it. */
async function readPeople(tx: WorkspaceTx, given: readonly CancelItem[]): Promise<Map<string, number[]>> {
  const asked = given.flatMap(({ scope, hash, value, reason }) =>
    scope === 'address' && OF_PERSON.has(reason)
      ? [{ hash: hash.toString('hex'), keys: value === null ? [] : keysOf({ kind: 'person', email: value }) }]
      : [],
  )
  if (asked.length === 0) return new Map()
  const { rows } = await tx.client.query<{ hash: string; lead_id: number }>(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb) as x (hash text, keys text[]))
     select x.hash, e.lead_id from x join enrollments e on e.workspace_id = $1 and e.address_hash = decode(x.hash, 'hex')
     union select x.hash, k.lead_id from x cross join lateral unnest(x.keys) as own (key)
     join lead_keys k on k.workspace_id = $1 and k.key = own.key`,
    [tx.workspace_id, JSON.stringify(asked.map(({ hash, keys }) => ({ hash, keys: keys.map(({ key }) => key) })))],
  )
  const people = await readSamePerson(
    tx,
    rows.map(({ lead_id }) => Number(lead_id)),
  )
  const found = new Map<string, number[]>()
  for (const { hash, lead_id } of rows)
    found.set(hash, [...(found.get(hash) ?? []), ...(people.get(Number(lead_id)) ?? [])])
  return found
}
