// A new workbook as what a file is imported into: called like the file, and gone with an import that is given up.
import { workbookDestination } from '../import/workbook-destination.ts'
import { nameFromFile } from './pasted.logic.ts'
import { createWorkbook, deleteWorkbooks } from './workbooks.queries.ts'

export function newWorkbookFrom(file: File) {
  const name = nameFromFile(file.name)
  const make = async () => (await createWorkbook({ name, source_type: 'csv' })).id
  return workbookDestination({ name }, { make, remove: (id, how) => deleteWorkbooks([id], how) })
}
