// Delivers a row to another workbook: by its identity, so that the same row delivered again is the same row.
import { Refusal } from '../../../kernel/errors.ts'
import type { WorkspaceScope } from '../../../platform/ctx.ts'
import { failed, found } from '../../../providers/kit/kit.ts'
import { circleOfOutputs } from '../../../records/computed/reference-check.reads.ts'
import { ingestRows } from '../../../records/ingest/ingest.commands.ts'
import { openForWriting } from '../../../records/opening/structure.lock.ts'
import { defineDelivery } from './delivery.ts'
import { fillTemplates } from './filled.logic.ts'
import { OUTPUT_ACTOR } from './output-actor.ts'

export const workbookDelivery = defineDelivery('workbook', {
  // A row is known by its identity.
  repeat_free: true,
  account: () => undefined,
  sketch: ({ workbook_id, values }, row) => ({ workbook_id, row: fillTemplates(values, row) }),
  async deliver({ workbook_id, existing, values: templates }, row, _tools, { database, workspace_id }) {
    const at: WorkspaceScope = { workspace_id, actor: OUTPUT_ACTOR }
    const values = fillTemplates(templates, row)
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
  },
})
