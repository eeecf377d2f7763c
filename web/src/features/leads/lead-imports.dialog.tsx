// The files of leads that came before, each with a way to take it back.
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { getImports } from './leads.api.ts'
import { takeBack } from './take-back.ts'

interface Props {
  /** `changed`: some was taken back. */
  onClose: (changed: boolean) => void
}

export function LeadImportsDialog({ onClose }: Props) {
  const imports = useInfiniteQuery({
    queryKey: ['lead-imports'],
    queryFn: ({ pageParam }) => getImports(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })
  const [undoing, setUndoing] = useState<string | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const [changed, setChanged] = useState(false)
  const items = imports.data?.pages.flatMap((page) => page.items) ?? []

  async function undo(id: string) {
    setUndoing(id)
    await takeBack(id, (done, total) => setTaken(`${count(done)} of ${count(total)}`))
    setTaken(null)
    // Also where it broke off: what was undone before that is undone.
    setChanged(true)
    setUndoing(null)
    void imports.refetch()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(changed)}
      title="Earlier imports"
      about="Undo deletes the leads that an import added and restores changed values, unless they changed again since."
    >
      {imports.isPending && <Skeleton className="h-24" />}
      {imports.isError && (
        <ErrorState
          className="py-6"
          title="Imports could not be loaded"
          error={imports.error}
          retry={() => void imports.refetch()}
        />
      )}
      {imports.isSuccess && items.length === 0 && (
        <EmptyState icon={FileUp} title="No file of leads was imported yet" className="py-8" />
      )}
      {items.length > 0 && (
        <ul className="divide-y border-y">
          {items.map(({ id, file_name, created, updated, actor, at, undone_at }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate" dir="auto" title={file_name}>
                  {file_name || 'Rows without a file'}
                </p>
                <p className="text-ink-3 text-sm">
                  {count(created)} added, {count(updated)} changed · {actor ? `${actor.name}, ` : ''}
                  <TimeAgo at={at} />
                </p>
              </div>
              {undone_at ? (
                <span className="shrink-0 text-ink-3 text-sm">Undone</span>
              ) : (
                <Button
                  size="sm"
                  icon={Undo2}
                  busy={undoing === id}
                  disabled={undoing !== null}
                  onClick={() => void undo(id)}
                >
                  {undoing === id && taken !== null ? `Undoing ${taken}` : 'Undo'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {imports.hasNextPage && (
        <Button className="mt-3" busy={imports.isFetchingNextPage} onClick={() => void imports.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Dialog>
  )
}
