// Delivers a row to another workbook: by its identity, so that the same row delivered again is the same row.
import type { OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { Place } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/database.ts'
import { failed, found, type LookupAnswer } from '../../../providers/kit/kit.ts'
import { circleOfOutputs } from '../../../records/computed/reference-check.reads.ts'
import { ingestRows } from '../../../records/ingest/ingest.commands.ts'
import { openForWriting } from '../../../records/opening/structure.lock.ts'
import { filled } from './delivery.logic.ts'
import { OUTPUT_ACTOR } from './output-actor.ts'

export type WorkbookTarget = Extract<OutputTarget, { kind: 'workbook' }>

export type DeliverToWorkbook = (target: WorkbookTarget, row: JsonObject) => Promise<LookupAnswer>

export function workbookDelivery(database: Database, workspace_id: WorkspaceId): DeliverToWorkbook {
  const at: Place = { workspace_id, actor: OUTPUT_ACTOR }
  return async ({ workbook_id, existing, values: templates }, row) => {
    const values = filled(templates, row)
    try {
      const problem = await database.inWorkspace(at, async (tx) => {
        const { identity } = await openForWriting(tx, workbook_id)
        if (!identity)
          return 'The other workbook does not say by which columns it knows its rows, so a row could be written twice.'
        // A column that undo brought back may have closed it.
        const circle = await circleOfOutputs(tx, workbook_id)
        return circle && `Workbooks would write to each other in a circle: ${circle}`
      })
      if (problem) return failed('bad_input', problem)
      const request = { rows: [values], existing, unknown_keys: 'reject' } as const
      const { rows } = await ingestRows(database, at, workbook_id, request as never)
      const [done] = rows
      if (!done || done.outcome === 'rejected')
        return failed('bad_input', done?.reason ?? 'The other workbook took no row.')
      return found({ status: done.outcome, ...(done.row_id && { record_id: done.row_id }) }, 1, { verified: true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'unavailable') return { kind: 'later', retry_in_ms: 5_000 }
      return failed('bad_input', error.message)
    }
  }
}
