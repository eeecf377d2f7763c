// The stored file of an import of leads, read from its beginning.
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database } from '../../../platform/db/database.ts'
import { readStored } from '../../files/stored-file.ts'
import type { LeadImportOptions } from '../../imports/lead-transfer.schema.ts'
import { type RemoteFile, readRows } from '../../imports/reader/read-file.ts'

/** A caller that does not read all rows must close it. */
export function openLeadFile(
  database: Database,
  workspaceId: WorkspaceId,
  { id, size }: { id: string; size: number },
  options: LeadImportOptions,
): Promise<RemoteFile> {
  const range = (from: number, to: number) => readStored(database, workspaceId, id, from, to)
  return readRows(workspaceId, { size, range }, options, true)
}
