// Takes a file of leads in: it is stored as it arrives and looked into, and a job makes leads of it.
import { refuse } from '../../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../../kernel/ids.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/database.ts'
import { startWork } from '../../../platform/queue/work.ts'
import { keepFile } from '../../files/kept-file.jobs.ts'
import { dropFile, storeStream } from '../../files/stored-file.ts'
import { noRows } from '../../imports/choices.logic.ts'
import { targetsOf } from '../../imports/lead-file.logic.ts'
import type { LeadImportOptions } from '../../imports/lead-transfer.schema.ts'
import { isBlankRow } from '../../reading/row-reading.logic.ts'
import { LEAD_IMPORT } from './lead-import.kind.ts'
import { openLeadFile } from './lead-import-file.reads.ts'

export interface LeadsUpload {
  at: WorkspaceScope
  file: AsyncIterable<Buffer>
  options: LeadImportOptions
  file_name: string
  finish: () => Promise<void>
  signal: AbortSignal
}

/** Larger files are no tables that a person has. */
const MAX_FILE = 4 * 1024 ** 3

/** Returns the id of the job. Refuses (422) a file or a mapping that is wrong before anything is stored for good. */
export async function startLeadImport(database: Database, upload: LeadsUpload): Promise<string> {
  const { at, options, file_name, signal } = upload
  const id = newId()
  let size = 0
  async function* counted() {
    for await (const bytes of upload.file) {
      size += bytes.length
      if (size > MAX_FILE) refuse('too_large', 'The file has more than 4 GiB. Import it in parts.')
      if (signal.aborted) refuse('bad_request', 'The upload broke off. Nothing of it was stored.')
      yield bytes
    }
  }
  await database.inWorkspace(at, (tx) => keepFile(tx, id))
  try {
    for await (const _ of storeStream(database, at.workspace_id, id, counted()));
    await upload.finish()
    await lookInto(database, at.workspace_id, { id, size }, options)
    const payload = { options, file_name, file_size: size }
    await database.inWorkspace(at, async (tx) => {
      const title = `Import leads: ${file_name || 'rows'}`.slice(0, 200)
      await startWork(tx, LEAD_IMPORT, payload, { id, title, subject: { file_name } })
      await audit(tx, { act: 'job.started', object: { type: 'job', id }, after: { file_name, bytes: size } })
    })
    return id
  } catch (error) {
    await dropFile(database, at.workspace_id, id)
    throw error
  }
}

async function lookInto(
  database: Database,
  workspaceId: WorkspaceId,
  stored: { id: string; size: number },
  options: LeadImportOptions,
): Promise<void> {
  const file = await openLeadFile(database, workspaceId, stored, options)
  try {
    targetsOf(file, options)
    for await (const group of file.rows()) if (group.some((record) => !isBlankRow(record))) return
    noRows(file)
  } finally {
    file.close()
  }
}
