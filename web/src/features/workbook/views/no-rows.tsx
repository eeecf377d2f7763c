// Said over the grid when no row answers the filter and the search, with the way back.
import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { ViewState } from './view-state.logic.ts'

interface Props {
  look: ViewState
  total: number
  onChange: (part: Partial<ViewState>) => void
}

export function NoRows({ look, total, onChange }: Props) {
  const { filter, search } = look
  const what = filter && search ? 'the filter and the search' : filter ? 'the filter' : 'the search'
  return (
    <div role="status" className="absolute inset-x-0 top-9 bottom-0 z-10 overflow-y-auto bg-surface">
      <EmptyState
        icon={SearchX}
        title="No rows match"
        action={
          <>
            {filter && search && (
              <Button onClick={() => onChange({ search: null })}>{`Search for “${shortened(search)}” no more`}</Button>
            )}
            <Button look="primary" onClick={() => onChange({ filter: null, search: null })}>
              {filter ? 'Show all rows' : 'Clear the search'}
            </Button>
          </>
        }
      >
        {total === 0
          ? 'This workbook has no rows yet.'
          : `None of the ${count(total)} rows of this workbook answers ${what}.`}
      </EmptyState>
    </div>
  )
}

const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 24).trimEnd()}…` : text)
