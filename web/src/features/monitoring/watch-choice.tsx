// Chooses one watch by typing a part of its name, target or lead.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { kindsQuery, watchesQuery, watchQuery } from './monitoring.api.ts'
import { watchName } from './monitoring.logic.ts'

interface Props {
  /** The id of a watch; blank: any. */
  value: string
  onChange: (id: string | null) => void
}

export function WatchChoice({ value, onChange }: Props) {
  const [search, setSearch] = useState<string | null>(null)
  const { settled } = useDebounced(search?.trim() ?? '')
  const found = useInfiniteQuery({ ...watchesQuery(settled), enabled: search !== null })
  const chosen = useQuery({ ...watchQuery(value), enabled: value !== '', retry: false })
  const kinds = useQuery(kindsQuery())
  const items = found.data?.pages.flatMap((page) => page.items)
  const name = chosen.data ? watchName(chosen.data) : chosen.isError ? 'A watch that was deleted' : ''
  return (
    <SearchChoice<Schemas['Watch']>
      list="Watches"
      placeholder="Any watch"
      nothing={settled === '' ? 'There is no watch yet. Add one under Signals.' : 'No watch matches.'}
      chosen={value === '' ? '' : name}
      search={search}
      onSearch={setSearch}
      items={items}
      keyOf={(one) => one.id}
      onPick={(one) => {
        if (one) queries.setQueryData(watchQuery(one.id).queryKey, one)
        onChange(one?.id ?? null)
      }}
    >
      {(one) => (
        <>
          <span dir="auto">{watchName(one)}</span>
          <span className="text-ink-3">
            {' '}
            · {kinds.data?.find(({ kind }) => kind === one.kind)?.title ?? one.kind}
            {watchName(one) !== one.target && `, ${one.target}`}
          </span>
        </>
      )}
    </SearchChoice>
  )
}
