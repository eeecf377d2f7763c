// A new workbook as what a file is imported into: called like the file, and made with its rows in one request.
import { keys, queries } from '../../api/queries.ts'
import type { ImportDestination } from '../import/destination.ts'
import { importOptions } from '../import/import.logic.ts'
import { importNewWorkbook, previewNewWorkbook } from '../import/import.queries.ts'
import { INTO_WORKBOOK, outcomeOf } from '../import/workbook-destination.ts'
import { nameFromFile } from './pasted.logic.ts'
import { deleteWorkbooks } from './workbooks.queries.ts'

export interface NewWorkbookDestination extends ImportDestination {
  /** Once it was imported. */
  workbookId(): string
}

export function newWorkbookFrom(file: File): NewWorkbookDestination {
  const name = nameFromFile(file.name)
  let id = ''
  return {
    ...INTO_WORKBOOK,
    name,
    isNew: true,
    workbookId: () => id,
    columns: [],
    proposed: () => ({}),
    read: (of, reading, _, { signal, onSent }) =>
      previewNewWorkbook(of, reading, { signal, ...(onSent && { onProgress: onSent }) }),
    async commit(asked, { signal, onSent }) {
      const options = { ...importOptions(asked), name }
      const done = await importNewWorkbook(asked.file, options, { signal, ...(onSent && { onProgress: onSent }) })
      id = done.workbook_id
      void queries.invalidateQueries({ queryKey: keys.workbooks() })
      return outcomeOf(id, asked.file.name, done)
    },
    // The upload ends with the dialog or the tab, and what is not whole is not kept.
    drop: () => undefined,
    async undo() {
      await deleteWorkbooks([id])
      return true
    },
  }
}
