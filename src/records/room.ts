// Records as the roof sees them: workbooks with their rows and columns, the lead store, import and export.

import type { Database } from '../platform/db/database.ts'
import type { Presence } from '../platform/events/presence.ts'
import type { Room } from '../platform/room.ts'
import { copyingValues } from './columns/column-copy.commands.ts'
import { converting } from './columns/conversion.commands.ts'
import { typingRoutes } from './columns/conversion.routes.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { computedJobs } from './computed/computed.jobs.ts'
import { computedRoutes } from './computed/computed.routes.ts'
import { copyingRows } from './copies/copy.commands.ts'
import { copyRoutes } from './copies/copy.routes.ts'
import { definitionRoutes } from './definition/definition.routes.ts'
import type { WorkbookParts } from './definition/workbooks.routes.ts'
import { exportJobs } from './exports/export.jobs.ts'
import { exportRoutes } from './exports/export.routes.ts'
import { keptFileJobs } from './files/kept-file.jobs.ts'
import { historyJobs } from './history/history.jobs.ts'
import { importJobs } from './imports/import.jobs.ts'
import { importRoutes } from './imports/import.routes.ts'
import { createUploadTurns } from './imports/upload-turns.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { LEAD_EVENTS } from './lead-facts/lead.events.ts'
import type { FindFilterUses } from './lead-facts/saved-question.reads.ts'
import { editLeadsJob } from './leads/bulk-edit.jobs.ts'
import { copyingLeads } from './leads/copy-leads.commands.ts'
import type { ErasureRules } from './leads/erasure/erase.commands.ts'
import { eraseAgainJob } from './leads/erasure/erase-again.jobs.ts'
import type { Discloser } from './leads/erasure/held.reads.ts'
import { leadImportJobs } from './leads/imports/lead-import.jobs.ts'
import { keepBlocksJob } from './leads/keep-blocks.jobs.ts'
import { leadBulkRoutes } from './leads/lead-bulk.routes.ts'
import { leadTransferRoutes } from './leads/lead-transfer.routes.ts'
import { leadRoutes } from './leads/leads.routes.ts'
import { rekeyLeadsJob } from './leads/rekey.jobs.ts'
import type { FindSuppressed } from './leads/similar/similar.reads.ts'
import { leadJobs } from './leads/sync.jobs.ts'
import { undoLeadsJobs } from './leads/undo-leads.jobs.ts'
import { presenceRoutes } from './presence/presence.routes.ts'
import { replacing } from './replace/replace.commands.ts'
import { replaceRoutes } from './replace/replace.routes.ts'
import { followMatchesJobs } from './row-matches/follow-matches.jobs.ts'
import { rowMatchRoutes } from './row-matches/row-matches.routes.ts'
import { rowScanJob } from './row-matches/row-scan.jobs.ts'
import { rekeyAnewJob, rekeying } from './rows/duplicate-key.commands.ts'
import { duplicateKeyRoutes } from './rows/duplicate-key.routes.ts'
import { rowTaskJobs } from './rows/row-tasks.jobs.ts'
import { staleJobs } from './store/cells/stale.writes.ts'
import { WORKBOOK_EVENTS } from './store/workbook.events.ts'
import { viewJobs } from './views/view-index.jobs.ts'
import { workRoutes } from './work/work.routes.ts'
import { workbookRoutes } from './workbook.routes.ts'
import { workbookImportRoutes } from './workbooks/import-workbook.routes.ts'
import { unfinishedImportJob } from './workbooks/unfinished-import.jobs.ts'
import { workbookJobs } from './workbooks/workbook.jobs.ts'

interface RecordRouteParts {
  database: Database
  presence: Presence
  publicUrl: string | undefined
  now: () => Date
  /** How the whole service forgets a person who is erased. */
  erasing: ErasureRules
  /** Finds suppressed leads; suppressions belong to a higher room. */
  findSuppressed: FindSuppressed
  /** What rooms above the leads hold about a person. */
  disclosers: readonly Discloser[]
  /** Finds uses of a saved filter in rooms above the leads. */
  filterUses: readonly FindFilterUses[]
  /** Ends the runs of a workbook that goes; runs belong to a higher room. */
  cancelRuns: WorkbookParts['endWork']
  makeOfRecipe: WorkbookParts['makeOfRecipe']
}

export const records: Room<RecordRouteParts, { database: Database; erasing: ErasureRules; now: () => Date }> = {
  name: 'records',
  tags: [
    { name: 'Workbooks', description: 'Tables of rows and columns, with import and export.' },
    {
      name: 'Columns',
      description: 'The rows of a workbook: input that users enter, values that providers find.',
    },
    { name: 'Rows', description: 'Rows and single cells.' },
    { name: 'History', description: 'What was done, undo and redo, and every value a cell has had.' },
    { name: 'Ingest', description: 'Rows that programs send into one workbook, with a token of its own.' },
    { name: 'Leads', description: 'Companies and people, each stored once and identified by keys.' },
    { name: 'Views', description: 'Saved views of a workbook: filter, order, columns, colors.' },
  ],
  events: [...Object.values(WORKBOOK_EVENTS), ...LEAD_EVENTS],
  routes: ({
    database,
    presence,
    publicUrl,
    now,
    cancelRuns,
    makeOfRecipe,
    erasing,
    disclosers,
    findSuppressed,
    filterUses,
  }) => {
    const inTurn = createUploadTurns()
    return [
      ...workbookRoutes(database, { endWork: cancelRuns, makeOfRecipe }),
      ...importRoutes({ database, now }, inTurn),
      ...workbookImportRoutes({ database, now }, inTurn, cancelRuns),
      ...exportRoutes({ database, now }),
      ...ingestRoutes({ database, publicUrl, now }),
      ...leadRoutes({ database, now, findSuppressed }),
      ...leadTransferRoutes({ database, now, erasing, disclosers }),
      ...leadBulkRoutes({ database, now, filterUses }),
      ...presenceRoutes(database, presence),
      ...workRoutes(database),
      ...duplicateKeyRoutes(database),
      ...rowMatchRoutes(database),
      ...typingRoutes(database),
      ...definitionRoutes(database),
      ...copyRoutes(database),
      ...replaceRoutes(database),
      ...commentRoutes(database, now),
      ...computedRoutes(database, now),
    ]
  },
  jobs: ({ database, erasing, now }) => [
    ...workbookJobs(database),
    unfinishedImportJob(database),
    ...staleJobs(database, now),
    ...viewJobs(database),
    ...importJobs({ database, now }),
    ...exportJobs({ database, now }),
    ...keptFileJobs(database),
    ...computedJobs(database, now),
    ...historyJobs(database),
    ...leadJobs(database, now),
    ...leadImportJobs({ database, now }),
    ...undoLeadsJobs({ database }),
    editLeadsJob({ database, now }),
    keepBlocksJob(database),
    rekeyLeadsJob(database),
    rekeyAnewJob(database),
    eraseAgainJob(database, erasing),
    rowScanJob(database),
    ...followMatchesJobs(database),
    ...rowTaskJobs(database, [rekeying, converting, copyingValues, copyingRows, copyingLeads, replacing]),
  ],
}
