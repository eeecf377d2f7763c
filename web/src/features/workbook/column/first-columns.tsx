// What a list that nothing was looked up for can have at once: up to three columns that cost nothing and fit its columns.
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { useAct } from '../../../session/use-act.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { outcomesOf } from '../../columns/catalogue.logic.ts'
import { addColumn } from '../../columns/workbook.api.ts'
import { providersQuery, suggestedInputsQuery } from '../../columns/workbook.queries.ts'
import { newWaterfall, writeWaterfall } from './column-draft.logic.ts'
import { type FirstColumn, firstColumns } from './first-columns.logic.ts'

interface Props {
  workbookId: string
  columns: Column[]
  onAdded: (column: Column) => void
}

export function FirstColumns({ workbookId, columns, onAdded }: Props) {
  const suggested = useQuery(suggestedInputsQuery(workbookId)).data
  const providers = useQuery(providersQuery()).data
  const [isHidden, setHidden] = useState(false)
  const [busy, act] = useAct()
  const offered = suggested && providers ? firstColumns(outcomesOf(providers), suggested) : []
  if (isHidden || offered.length === 0) return null
  const add = ({ outcome }: FirstColumn) =>
    act(
      async () =>
        onAdded(
          await addColumn(workbookId, writeWaterfall(newWaterfall(outcome, undefined, columns, suggested), false)),
        ),
      'The column was not added.',
    )
  return (
    <section
      aria-label="Columns for this list"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-canvas px-3 py-2"
    >
      <h2 className="text-ink-2 text-sm">Find for this list, free:</h2>
      {offered.map((one) => (
        <Button
          key={one.outcome.field}
          size="sm"
          icon={Plus}
          busy={busy}
          title={one.words}
          onClick={() => void add(one)}
        >
          {one.outcome.label}
          <span className="ml-1.5 font-normal text-ink-3 text-xs">{one.words}</span>
        </Button>
      ))}
      <span className="ml-auto">
        <IconButton icon={X} size="sm" label="Hide the columns for this list" onClick={() => setHidden(true)} />
      </span>
    </section>
  )
}
