// Makes a workbook of a file: looked at without storing anything, then made and filled in one request, or not at all.
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { commitWhole } from '../imports/commit.commands.ts'
import { importFile } from '../imports/import.commands.ts'
import type { ImportOptions } from '../imports/import.schema.ts'
import type { FilePreview, ImportResult } from '../imports/import-record.schema.ts'
import { type ImportParts, planWhole } from '../imports/plan.commands.ts'
import { readPreview, sourceOf } from '../imports/reader/read-file.ts'
import { storeAndPreview } from '../imports/stored-import.commands.ts'
import { peek } from '../reading/formats/open-file.reads.ts'
import { expectRows } from './unfinished-import.jobs.ts'
import { createWorkbook, deleteWorkbook, type EndWork } from './workbooks.commands.ts'

const NO_COLUMNS = { existing: [], identity: null }

/** Reads the file to its end. Refuses (422) one that is no table. */
export async function previewNewWorkbook(
  { workspace_id }: WorkspaceScope,
  file: AsyncIterable<Buffer>,
  options: ImportOptions,
  finish: () => Promise<void>,
): Promise<FilePreview> {
  const source = await sourceOf(file, ['xlsx', 'json', 'jsonl'])
  const { preview, names } = await readPreview(workspace_id, source, options, NO_COLUMNS)
  await finish()
  // A list of objects had members that its first rows did not: read once more, knowing all.
  if (names.length <= preview.columns.length || 'format' in source) return preview
  return (await readPreview(workspace_id, source, { ...options, names }, NO_COLUMNS)).preview
}

export interface WorkbookImport {
  at: WorkspaceScope
  user_id: number
  name: string
  file: AsyncIterable<Buffer>
  file_name: string
  options: ImportOptions
  /** Reads what follows the file in the request; throws when that makes the request wrong. */
  finish: () => Promise<void>
  /** Aborts when the caller has gone away. */
  signal: AbortSignal
}

/** The workbook is deleted again when the file is refused, when the caller goes away before its end, or when this process is killed. */
export async function importWorkbook(
  parts: ImportParts,
  { at, user_id, name, file, file_name, options, finish, signal }: WorkbookImport,
  endWork?: EndWork,
): Promise<ImportResult & { workbook_id: string }> {
  const { database, now } = parts
  const { format, bytes } = await peek(file)
  const { id: workbook_id } = await database.inWorkspace(at, async (tx) => {
    const made = await createWorkbook(tx, user_id, { name, description: '', source_type: 'csv', sync_to_leads: false })
    await expectRows(tx, made.id, now())
    return made
  })
  try {
    const upload = { at, workbook_id, file: bytes, file_name }
    if (format === 'csv') return { workbook_id, ...(await importFile(parts, { ...upload, options, finish, signal })) }
    // Members that the first objects of a list do not have are known only once the file was read.
    const { import_id } = await storeAndPreview(database, now(), upload, options, finish)
    await planWhole(parts, at, import_id, options, signal)
    return { workbook_id, ...(await commitWhole(parts, at, workbook_id, import_id, signal)) }
  } catch (error) {
    await database.inWorkspace(at, (tx) => deleteWorkbook(tx, workbook_id, endWork))
    throw error
  }
}
