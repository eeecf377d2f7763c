// A column that shows a field of the lead of each row: there is nothing to set but to know where it comes from.
import type { Column } from '../../../api/shapes.ts'
import { SidePanel } from '../../../ui/side-panel.tsx'

export function LeadFieldPanel({ column, onClose }: { column: Column; onClose: () => void }) {
  return (
    <SidePanel title={column.name} name="column" onClose={onClose}>
      <p className="text-ink-2">
        Shows the field “{String((column as { field?: unknown }).field)}” of the lead that a row is linked to, and
        follows when it changes there. Rows are linked in workbooks made over the lead store, and in those that are kept
        alike with it.
      </p>
    </SidePanel>
  )
}
