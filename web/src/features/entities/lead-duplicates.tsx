// Leads that may be the same as one that is open, on its own page.
import { useQuery } from '@tanstack/react-query'
import { percent } from '../../ui/format.ts'
import { pairsOfLeadQuery } from './entities.queries.ts'

export function LeadDuplicates({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const pairs = useQuery(pairsOfLeadQuery(id))
  const others = (pairs.data?.items ?? []).map((pair) => {
    const other = pair.entity.lead_id === id ? pair.candidate : pair.entity
    return { pair, other, lead_id: other.lead_id }
  })
  if (others.length === 0) return <p className="text-ink-3 text-sm">None found.</p>
  return (
    <ul className="-mx-2">
      {others.map(({ pair, other, lead_id }) => (
        <li key={pair.id}>
          <button
            type="button"
            title={pair.why}
            onClick={() => onOpen(lead_id)}
            className="flex min-h-8 w-full items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {other.name ?? `Lead ${lead_id}`}
            </span>
            <span className="shrink-0 text-ink-3 text-xs">{percent(pair.probability)} likely</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
