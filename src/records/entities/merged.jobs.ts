// What a merge leaves: a ticket for higher rooms, whose work is done once for each company or person, and one that shows its leads as one.
import { Type } from 'typebox'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { showMerged } from '../leads/one-lead.commands.ts'
import { readLeadsOfEntity } from './entities-of.reads.ts'

/** Handled by outreach, above this room. */
export const LEADS_MERGED = defineJob({
  name: 'entities.merged',
  payload: Type.Object({ entity_id: Type.String() }),
  attempts: 50,
})

const SHOW_AS_ONE = defineJob({
  name: 'leads.show_as_one',
  payload: Type.Object({ entity_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})

/** The leads of these entities are shown as one in the background, by what holds the leads. */
export async function enqueueShowAsOne(tx: WorkspaceTx, entityIds: readonly string[]): Promise<void> {
  for (const entity_id of new Set(entityIds)) await enqueue(tx, SHOW_AS_ONE, { entity_id }, { key: entity_id })
}

export function showAsOneJob(database: Database): JobHandler<typeof SHOW_AS_ONE.payload> {
  return handleWorkspaceJob(SHOW_AS_ONE, ({ entity_id }, { workspace_id }) =>
    database.inWorkspace(workspace_id, async (tx) => {
      await holdLeads(tx)
      await showMerged(tx, await readLeadsOfEntity(tx, entity_id))
    }),
  )
}
