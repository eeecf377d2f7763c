// The result of an import of leads so far, from its job.
import { Refusal, type RefusalCode, refuse } from '../../../kernel/errors.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { JobStatus } from '../../../platform/queue/work.logic.ts'
import type { LeadsImported, LeadsTaken } from '../../imports/lead-transfer.schema.ts'

const NOTHING: LeadsTaken = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  rejected: 0,
  rejected_rows: [],
  columns: [],
}

interface Stored {
  status: JobStatus
  checkpoint: LeadsTaken | null
  result: { refused?: { code: RefusalCode; fields: Refusal['fields'] | null } } | null
  error: string | null
}

/** @throws Refusal the refusal of the file, when the job found the fault beyond the part that was checked before its start */
export async function readImported(tx: WorkspaceTx, id: string): Promise<LeadsImported> {
  const { rows } = await tx.client.query<Stored>(
    'select status, checkpoint, result, error from jobs where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  const [job] = rows
  if (!job) return refuse('not_found', 'There is no such job')
  const { status, checkpoint, result, error } = job
  if (status === 'failed' && result?.refused) {
    const { code, fields } = result.refused
    throw new Refusal(code, error ?? '', fields ? { fields } : {})
  }
  return { import_id: id, job_id: id, status, ...NOTHING, ...checkpoint }
}
