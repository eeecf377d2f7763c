// The company that a person works for and the people of a company, as far as the domain tells.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readInOrder, recordOf } from '../lead-facts/lead.reads.ts'
import type { LeadRecord } from '../lead-facts/lead.schema.ts'
import { ownDomain } from '../lead-facts/lead-keys.logic.ts'
import { STANDS_FOR_ITSELF } from '../lead-facts/one-lead.reads.ts'

const MOST = 100

const OF_DOMAIN = `select id from leads l where workspace_id = $1 and site_domain = $2 and data ->> 'kind' = $3 and id <> $4 and ${STANDS_FOR_ITSELF}
  order by id limit ${MOST}`

/** @throws Refusal `not_found` */
export async function readRelatives(
  tx: WorkspaceTx,
  leadId: number,
): Promise<{ company: LeadRecord | null; people: LeadRecord[] }> {
  const lead = await mustReadLead(tx, leadId)
  const domain = ownDomain(lead.data.domain ?? domainOf(lead.data.email))
  // The domain of a mail provider does not say where a person works.
  if (domain === null) return { company: null, people: [] }
  const of = async (kind: 'company' | 'person') => {
    const { rows } = await tx.client.query<{ id: number }>(OF_DOMAIN, [
      tx.workspace_id,
      domain,
      kind,
      lead.merged_into ?? lead.id,
    ])
    return (
      await readInOrder(
        tx,
        rows.map(({ id }) => id),
      )
    ).map(recordOf)
  }
  const [company = null] = lead.data.kind === 'company' ? [] : await of('company')
  return { company, people: await of('person') }
}

function domainOf(email: unknown): string | null {
  return typeof email === 'string' && email.includes('@') ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : null
}
