// What enrichment holds about a person: values that were kept aside, intents, and every provider that was called about them.
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import type { Discloser, HeldLine } from '../../records/leads/erasure/held.reads.ts'
import { LEAD_STORE } from '../attempts/attempts.logic.ts'
import { rowIdOf } from './lead-row.logic.ts'

const MOST = 2000

export const heldByEnrichment: Discloser = async (tx, { lead_id }) => {
  const read = async (text: string, values: readonly unknown[]) =>
    (await tx.client.query<HeldLine>(text, [tx.workspace_id, ...values])).rows
  return [
    {
      title: 'Values kept aside',
      items: await read(
        'select field, value, provider, reason, provenance as source, at from lead_claims where workspace_id = $1 and lead_id = $2 order by field, at',
        [lead_id],
      ),
    },
    {
      title: 'Providers asked about the lead',
      items: await read(
        `select provider, column_id as action, outcome, started_at as at, request, response from attempts
         where ${OF_ANY_WORKSPACE} and workbook_id = $2 and row_id = $3 order by id limit ${MOST}`,
        [LEAD_STORE, rowIdOf(lead_id)],
      ),
    },
    {
      title: 'Intent and scores',
      items: await read(
        `select kind, strength, note, evidence_url, occurred_at as at from lead_intents where workspace_id = $1 and lead_id = $2
         order by occurred_at limit ${MOST}`,
        [lead_id],
      ),
    },
  ]
}
