// Keeps the columns of a workbook still while its rows and cells are written, without making the writers wait for each other.
//
// Lock order in every transaction: this lock, rows by id, their cells, column counts by column and status, the workbook.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** Writers of rows and cells hold this: columns neither come nor go until they commit. */
export async function holdStructure(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query({
    name: 'structure_hold',
    text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
    values: [workbookId],
  })
}

/** Who adds, changes or removes columns holds this: waits for the writers under way, later ones wait for the commit. */
export async function changeStructure(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [workbookId])
}
