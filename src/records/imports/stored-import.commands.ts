// A file is sent once: it is stored as it arrives, and read again from there with every correction.
import { refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { dropFile, readStored, storeStream } from '../files/stored-file.ts'
import { peek } from '../reading/formats/open-file.reads.ts'
import type { TableOptions } from '../reading/formats/table-file.ts'
import type { RandomBytes } from '../reading/formats/zip-archive.reads.ts'
import { openBulk } from '../rows/bulk.commands.ts'
import type { ImportOptions } from './import.schema.ts'
import type { ImportPreview } from './import-record.schema.ts'
import {
  changeImport,
  deleteImport,
  insertImport,
  mustReadImport,
  type StoredImport,
  stateOf,
} from './import-record.writes.ts'
import { type RemoteFile, readPreview, readRows } from './reader/read-file.ts'

export interface ImportUpload {
  at: WorkspaceScope
  workbook_id: string
  file: AsyncIterable<Buffer>
  file_name: string
}

/** Larger files are no tables that a person has. */
const MAX_FILE = 4 * 1024 ** 3

/** Stores the file; returns the id of its import. */
export async function storeFile(database: Database, now: Date, upload: ImportUpload): Promise<string> {
  const stored = await beginStoring(database, now, upload)
  for await (const _ of stored.bytes);
  await stored.end()
  return stored.id
}

/** Stores the file and tells how it reads, in one go where it can be read as it comes. Of a file that is refused nothing stays. */
export async function storeAndPreview(
  database: Database,
  now: Date,
  upload: ImportUpload,
  how: ImportOptions,
  finish: () => Promise<void>,
): Promise<ImportPreview> {
  const { columns, identity } = await database.inWorkspace(upload.at, (tx) => openBulk(tx, upload.workbook_id))
  const { format, bytes } = await peek(upload.file)
  const stored = await beginStoring(database, now, { ...upload, file: bytes })
  const read = (source: Parameters<typeof readPreview>[1], reading: TableOptions) =>
    readPreview(upload.at.workspace_id, source, reading, { existing: columns, identity })
  const ofStored = () => bytesOf(database, upload.at.workspace_id, stored.id, stored.size())
  try {
    if (format === 'xlsx') {
      for await (const _ of stored.bytes);
      await stored.end()
    }
    let { preview, names } = await (format === 'xlsx'
      ? read(ofStored(), how)
      : read({ format, bytes: stored.bytes }, how))
    await finish()
    // A list of objects had members that its first rows did not: read once more, knowing all.
    if (names.length > preview.columns.length) ({ preview, names } = await read(ofStored(), { ...how, names }))
    await stored.end(preview.format === 'csv' || preview.format === 'xlsx' ? null : names)
    return { import_id: stored.id, ...preview }
  } catch (error) {
    // No caller knows its id. What cannot be deleted now is deleted by the sweep of a day later.
    await forgetImport(database, upload.at.workspace_id, stored.id).catch(() => {})
    throw error
  }
}

/** Deletes a stored file and its record. */
async function forgetImport(database: Database, workspaceId: WorkspaceId, id: string): Promise<void> {
  await dropFile(database, workspaceId, id)
  await database.inWorkspace(workspaceId, (tx) => deleteImport(tx, id))
}

/** Reads a stored file again, with corrections. */
export async function previewAgain(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  importId: string,
  how: ImportOptions,
): Promise<ImportPreview> {
  const { stored, columns, identity } = await database.inWorkspace(at, async (tx) => {
    const workbook = await openBulk(tx, workbookId)
    return { ...workbook, stored: await mustReadImport(tx, workbookId, importId) }
  })
  mustHaveFile(stored)
  const source = bytesOf(database, at.workspace_id, importId, stored.file_size ?? 0)
  const reading = { ...how, names: stored.names ?? undefined }
  const { preview } = await readPreview(at.workspace_id, source, reading, { existing: columns, identity })
  return { import_id: importId, ...preview }
}

/** Opens the stored file of an import. */
export function openImport(
  database: Database,
  workspaceId: WorkspaceId,
  { id, file_size, names }: Pick<StoredImport, 'id' | 'file_size' | 'names'>,
  how: TableOptions,
): Promise<RemoteFile> {
  const source = bytesOf(database, workspaceId, id, file_size ?? 0)
  return readRows(workspaceId, source, { ...how, names: names ?? undefined }, true)
}

const IN_USE: { [state: string]: string } = {
  uploading: 'The upload of this file has not ended',
  planning: 'This import is being planned',
  committing: 'This import is under way',
}

/** Refuses (409) while the file is in use, and once it is gone. */
export function mustHaveFile(stored: StoredImport): void {
  const state = stateOf(stored)
  if (state === 'ready' || state === 'planned') return
  refuse('conflict', `${IN_USE[state] ?? 'This import has ended'}. Upload the file again to import it once more.`)
}

function bytesOf(database: Database, workspaceId: WorkspaceId, id: string, size: number): RandomBytes {
  return { size, range: (from: number, to: number) => readStored(database, workspaceId, id, from, to) }
}

async function beginStoring(database: Database, now: Date, { at, workbook_id, file, file_name }: ImportUpload) {
  const id = newId()
  await database.inWorkspace(at, async (tx) => {
    const { id: workbookId } = await openBulk(tx, workbook_id)
    await insertImport(tx, { id, workbook_id: workbookId, file_name, file_size: null }, now)
  })
  let size = 0
  async function* counted() {
    for await (const bytes of file) {
      size += bytes.length
      if (size > MAX_FILE) refuse('too_large', 'The file has more than 4 GiB. Import it in parts.')
      yield bytes
    }
  }
  return {
    id,
    bytes: storeStream(database, at.workspace_id, id, counted()),
    size: () => size,
    end: (names: string[] | null = null) =>
      database.inWorkspace(at, (tx) => changeImport(tx, id, { file_size: size, names })),
  }
}
