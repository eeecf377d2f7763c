// Routes of duplicates that matching finds inside a workbook: scan, proposals, decisions.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { ScanStarted } from '../matching/pair.schema.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import {
  AcceptRowPairsBody,
  DecideRowPairBody,
  RowPair,
  RowPairDecided,
  RowPairList,
  RowPairPath,
  RowPairsAccepted,
  RowPairsQuery,
} from './row-matches.schema.ts'
import { acceptRowPairs, decideRowPair, reopenRowPair, startRowScan } from './row-pairs.commands.ts'
import { readRowPair, readRowPairs } from './row-pairs.reads.ts'

export function rowMatchRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const edit = { needs: 'workbooks.edit', exists: seesWorkbook, tag: 'Rows' } as const
  return [
    defineRoute({
      ...at('/:workbook_id/duplicates/scan'),
      ...edit,
      method: 'POST',
      id: 'scan_row_duplicates',
      summary: 'Scan for rows that are probably duplicates',
      description:
        'Compares the first 250,000 rows by the contents of their columns (names, firms, addresses, e-mail, telephone and so ' +
        'on, recognized by the names and types of columns, including found values), in the background. It needs no settings: ' +
        'the weight of each agreement is learned from the rows, and the same rows give the same pairs in any order. Changes no ' +
        'row. While a scan of the workbook is under way, this answers with its id. 409 where no column says what it holds.',
      idempotent: true,
      limit: LIMITS.lead_transfer,
      errors: [409],
      params: WorkbookPath,
      response: { 202: ScanStarted },
      handler: (ctx, { params }) => inScope(ctx, (tx) => startRowScan(tx, params.workbook_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/pairs'),
      tag: 'Rows',
      method: 'GET',
      id: 'list_row_pairs',
      summary: 'Rows that may be the same, pair by pair',
      description:
        'As the last scan found them, the most probable first, with the reasons for and against. Deleted rows are left out.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: RowPairsQuery,
      response: { 200: RowPairList },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readRowPairs(tx, params.workbook_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/pairs/decide'),
      ...edit,
      method: 'POST',
      id: 'decide_row_pair',
      summary: 'Merge two rows, or say that they are different',
      description:
        'A merge is one change of the workbook, and its undo restores row and pair. A rejected pair is not proposed again ' +
        'unless the two later share a strong value such as an e-mail address; the rejection also holds for the row that one of ' +
        'the two is merged into. Decisions train the matching of this workbook: after every 30, its rows are compared again. A ' +
        'pair that is already decided is refused (409).',
      idempotent: true,
      errors: [409],
      params: WorkbookPath,
      body: DecideRowPairBody,
      response: { 200: RowPairDecided },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => decideRowPair(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/pairs/accept'),
      ...edit,
      method: 'POST',
      id: 'accept_row_pairs',
      summary: 'Merge all rows that are at least so likely the same',
      description:
        'As groups, each into its first row, as one change, which is undone as one. Pairs that were rejected stay apart. At most ' +
        '5,000 rows in one call; `left` says how many remain. `dry_run` only counts.',
      idempotent: true,
      errors: [409],
      params: WorkbookPath,
      body: AcceptRowPairsBody,
      response: { 200: RowPairsAccepted },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => acceptRowPairs(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/pairs/:pair_id/reopen'),
      ...edit,
      method: 'POST',
      id: 'reopen_row_pair',
      summary: 'Reopen a rejected pair',
      description: 'The pair is pending again.',
      errors: [409],
      params: RowPairPath,
      response: { 200: RowPair },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const id = await reopenRowPair(tx, params.workbook_id, params.pair_id)
          return readRowPair(tx, id, params.pair_id)
        }),
    }),
  ]
}
