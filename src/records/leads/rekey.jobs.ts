// Looks at leads that were stored by an earlier version: fills in domains that their websites tell, and makes the keys again by which they are known.

import { Type } from 'typebox'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { readLeads } from '../lead-facts/lead.reads.ts'
import { withDomain } from '../lead-facts/merge.logic.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { type ChangedLead, keepKeys, updateLeads } from './lead.writes.ts'
import { withOwnValues } from './one-lead.commands.ts'
import { emitLeads } from './upsert.commands.ts'

const REKEY_LEADS = defineJob({
  name: 'leads.look_again',
  payload: Type.Object({ after: Type.Integer() }),
  attempts: 50,
  lane: 'long',
})
const BATCH = 500
/** Others of the queue have their turn after so many batches. */
const TURN = 20

/** Migrations leave it. Safe to repeat: what is as it should be is passed over. */
export function rekeyLeadsJob(database: Database): JobHandler<typeof REKEY_LEADS.payload> {
  return {
    kind: REKEY_LEADS,
    async work({ after: begun }, { workspace_id, signal }) {
      if (workspace_id === null) throw new Error('leads belong to a workspace')
      const steps = openSteps({
        database,
        at: workspace_id,
        signal,
        what: 'Looking at stored leads again',
        most: BATCH,
      })
      let after = begun
      for (let batch = 0; batch < TURN; batch++) {
        const from = after
        const last = await steps.take((tx, { size }) => lookOnce(tx, from, size))
        if (last === null) return
        after = last
      }
      await database.inWorkspace(workspace_id, (tx) => enqueue(tx, REKEY_LEADS, { after }))
    },
  }
}

/** The id of the last lead that was looked at; null when none is left. */
async function lookOnce(tx: WorkspaceTx, after: number, most: number): Promise<number | null> {
  await holdLeads(tx)
  const { rows } = await tx.client.query<{ id: number }>(
    'select id from leads where workspace_id = $1 and id > $2 order by id limit $3',
    [tx.workspace_id, after, most],
  )
  const ids = rows.map(({ id }) => id)
  const leads = await withOwnValues(tx, await readLeads(tx, ids, true))
  const changed = leads.flatMap((lead): ChangedLead[] => {
    if (lead.data.domain !== undefined) return []
    const filled = withDomain({ ...lead, fields: [] })
    return filled.fields.length > 0 ? [{ ...lead, ...filled, kind: 'updated' }] : []
  })
  await updateLeads(tx, changed, { kind: 'service' })
  await keepKeys(tx, leads)
  await emitLeads(
    tx,
    [],
    changed.map(({ id }) => id),
  )
  return ids.at(-1) ?? null
}
