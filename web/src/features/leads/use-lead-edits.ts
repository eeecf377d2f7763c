// Writes what was typed, pasted or filled in the grid into the leads it meets: shown at once, taken back when refused.

import type { GridWrite } from '../../grid/edit/write.logic.ts'
import type { CellEdit, GridColumn } from '../../grid/model/grid.types.ts'
import type { RowStore } from '../../grid/rows/rows.store.ts'
import { showError } from '../../session/show-error.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { patchLead } from './leads.api.ts'
import { changeOf, gridRow } from './leads.logic.ts'

/** Each lead is a call of its own; more at once are a matter for an import. */
const MOST_LEADS = 100

export function leadEdits(rows: RowStore, columns: readonly GridColumn[]) {
  return async function write({ targets, value }: GridWrite): Promise<void> {
    const edits: CellEdit[] = []
    for (const { x, y, width, height } of targets)
      for (let row = y; row < Math.min(y + height, rows.total); row += 1)
        for (let col = x; col < Math.min(x + width, columns.length); col += 1) {
          const column = columns[col]
          const lead = rows.row(row)
          const wanted = column && lead ? value({ col, row }, column) : undefined
          if (column && lead && wanted) edits.push({ row_id: lead.row_id, column_id: column.id, value: wanted.value })
        }
    const byLead = new Map<string, CellEdit[]>()
    for (const edit of edits) byLead.set(edit.row_id, [...(byLead.get(edit.row_id) ?? []), edit])
    if (byLead.size > MOST_LEADS) {
      toast(`At most ${MOST_LEADS} leads are changed at once here. Nothing was changed; import a file instead.`, {
        tone: 'bad',
      })
      return
    }
    for (const [rowId, own] of byLead) {
      const token = rows.edit(own, () => false)
      try {
        const saved = await patchLead(Number(rowId), changeOf(own))
        rows.commit(token, [gridRow(saved)])
      } catch (error) {
        rows.rollback(token)
        showError(error, 'What was typed was not saved.')
        return
      }
    }
  }
}
