// Everything over the grid: the views as tabs, the toolbar, and what the rows on the screen are.
import { type ComponentProps, useState } from 'react'
import type { Workbook } from '../../../api/shapes.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { CorrectedSearch } from '../../columns/filters/corrected-search.tsx'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import type { ShownRows } from '../../columns/workbook.shapes.ts'
import type { RowFacts } from '../views/row-source.ts'
import type { ViewLayout } from '../views/use-layout.ts'
import type { useTable } from '../views/use-table.ts'
import type { OpenView } from '../views/use-view-state.ts'
import { ViewLine } from '../views/view-line.tsx'
import { hiddenIn, whichRows } from '../views/view-state.logic.ts'
import { ViewTabs } from '../views/view-tabs.tsx'
import { matchWords, type OpenTool, ViewTools } from '../views/view-tools.tsx'
import { Toolbar } from './toolbar.tsx'

const BehindNotice = lazyPart(async () => (await import('../column/stale-notice.tsx')).StaleNotice)

interface Props {
  workbook: Workbook
  looking: OpenView
  table: ReturnType<typeof useTable>
  fields: readonly FilterField[]
  layout: ViewLayout
  tool: OpenTool | null
  onTool: (tool: OpenTool | null) => void
  toolbar: Omit<ComponentProps<typeof Toolbar>, 'children'>
}

export function ViewHead({ workbook, looking, table, fields, layout, toolbar, tool, onTool }: Props) {
  const [saving, setSaving] = useState(false)
  const { look } = looking
  const columns = workbook.columns_config
  const stale = columns.filter((column) => column.stale)
  return (
    <>
      <ViewTabs
        workbookId={workbook.id}
        looking={looking}
        present={() => ({ ...look, hidden: hiddenIn(columns, look) })}
        saving={saving}
        onSaving={setSaving}
      />
      <Toolbar {...toolbar}>
        <ViewTools
          columns={columns}
          fields={fields}
          look={look}
          found={table.found}
          waiting={table.waiting}
          open={tool}
          onOpen={(next) => onTool(next && { tool: next })}
          onChange={looking.change}
          layout={layout}
          editable={toolbar.editable}
          onTurnAll={(open) => table.rows.bands?.turnAll(open)}
        />
      </Toolbar>
      <ViewLine
        looking={looking}
        fields={fields}
        total={workbook.total_rows}
        found={table.found}
        waiting={table.waiting}
        refused={table.refused}
        isMoved={table.isMoved}
        onRefreshOrder={table.refreshOrder}
        onOpen={(next) => onTool({ tool: next })}
        onChange={looking.change}
        onSaveAs={() => setSaving(true)}
      />
      {table.found?.corrected != null && !table.waiting && (
        <CorrectedSearch
          typed={look.search ?? ''}
          corrected={table.found.corrected}
          onSearch={() => looking.change({ search: table.found?.corrected ?? look.search })}
        />
      )}
      {stale.length > 0 && (
        <BehindNotice workbookId={workbook.id} names={stale.map(({ name }) => name)} editable={toolbar.editable} />
      )}
    </>
  )
}

/** The rows on the screen for what can be done with all of them; null for all rows. */
export function shownRows(
  { question, look, view }: OpenView,
  found: RowFacts | null,
  columns: readonly { id: string }[],
): ShownRows | null {
  if (!question && !view) return null
  const words = `${view ? 'This view' : 'What is shown'}${found ? `: ${matchWords(found)}` : ''}`
  return {
    which: whichRows(question) as ShownRows['which'],
    ...(look.sort?.length ? { sort: look.sort as NonNullable<ShownRows['sort']> } : {}),
    columns: columns.map(({ id }) => id),
    words,
    isPart: Boolean(look.filter || look.search),
  }
}
