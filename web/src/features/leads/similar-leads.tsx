// Leads like one that is open: what they share with it, each a click away.
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getSimilar, leadKey } from './leads.api.ts'
import { nameOf } from './leads.logic.ts'
import { SynonymsDialog } from './scoring/synonyms.dialog.tsx'

const SHARES = { specialization: 'Same field of work', city: 'Same city' } as const

interface Props {
  id: number
  editable: boolean
  onOpen: (id: number) => void
}

export function SimilarLeads({ id, editable, onOpen }: Props) {
  const { open, dialog } = useDialogs({ synonyms: (close) => <SynonymsDialog onClose={close} /> })
  return (
    <>
      <List id={id} onOpen={onOpen} />
      {editable && (
        <Button look="quiet" size="sm" className="mt-1" onClick={() => open.synonyms()}>
          Synonyms…
        </Button>
      )}
      {dialog}
    </>
  )
}

function List({ id, onOpen }: Pick<Props, 'id' | 'onOpen'>) {
  const similar = useQuery({ queryKey: [...leadKey(id), 'similar'], queryFn: () => getSimilar(id) })
  if (similar.isPending) return <Skeleton className="h-20" />
  if (similar.isError)
    return (
      <ErrorState
        title="Similar leads could not be loaded"
        error={similar.error}
        retry={() => void similar.refetch()}
        className="px-0 py-0"
      />
    )
  if (similar.data.length === 0)
    return <p className="text-ink-3 text-sm">None: no other lead has its field of work or its city.</p>
  return (
    <ul className="-mx-2">
      {similar.data.map(({ lead, match }) => (
        <li key={lead.id}>
          <button
            type="button"
            onClick={() => onOpen(Number(lead.id))}
            className="flex min-h-8 w-full items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">
              <Name>{nameOf(lead)}</Name>
              {lead.contact_person != null && lead.company != null && (
                <span className="text-ink-3">
                  {' · '}
                  <Name>{String(lead.company)}</Name>
                </span>
              )}
            </span>
            <span className="shrink-0 text-ink-3 text-xs">{SHARES[match]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
