// The part of the cell panel that tells every value the cell had, who wrote it, and brings one back.

import { useQuery } from '@tanstack/react-query'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { rawText } from '../../grid/marks/display.logic.ts'
import { StatusMark } from '../../grid/marks/status-mark.tsx'
import { showError } from '../../session/show-error.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { providerName } from '../columns/provider-name.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import { cellHistory, restoreVersion } from './history.api.ts'

interface Props {
  workbookId: string
  rowId: string
  columnId: string
  editable: boolean
  /** Changes when the cell does. */
  version: unknown
}

export function CellVersions({ workbookId, rowId, columnId, editable, version }: Props) {
  const { busyBy, submit } = useSubmit()
  const queryKey = [...keys.workbook(workbookId), 'history', rowId, columnId]
  const history = useQuery({
    queryKey: [...queryKey, rawText(version)],
    queryFn: ({ signal }) => cellHistory(workbookId, rowId, columnId, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })

  const restore = (versionId: string) =>
    submit(async () => {
      try {
        await restoreVersion(workbookId, rowId, columnId, versionId)
        toast('The earlier value is back', { tone: 'good' })
        await queries.invalidateQueries({ queryKey })
      } catch (error) {
        showError(error, 'The value was not restored.')
      }
    }, versionId)

  const providers = useQuery(providersQuery())
  const labels = new Map(providers.data?.map((one) => [one.id, one.label]))
  const items = history.data?.items ?? []
  // One value that never changed is no history.
  if (history.isSuccess && items.length < 2) return null
  if (history.isError) return null
  return (
    <section aria-label="History">
      <h3 className="mb-2 font-medium text-ink-2 text-sm">History</h3>
      {history.isPending && <Skeleton className="h-16" />}
      <ol className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.version_id} className="flex items-start gap-2 text-sm">
            <div className="min-w-0 flex-1">
              <Value item={item} />
              <p className="text-ink-3">
                {whoWords(item, labels)}
                {item.at && (
                  <>
                    {' · '}
                    <TimeAgo at={item.at} />
                  </>
                )}
                {item.undone && ' · undone'}
              </p>
            </div>
            {item.is_current ? (
              <span className="shrink-0 text-ink-3">now</span>
            ) : (
              editable && (
                <Button
                  size="sm"
                  look="quiet"
                  busy={busyBy === item.version_id}
                  onClick={() => void restore(item.version_id)}
                >
                  Restore
                </Button>
              )
            )}
          </li>
        ))}
      </ol>
      {history.data?.next_cursor && <p className="mt-2 text-ink-3 text-sm">Older values are in the API.</p>}
    </section>
  )
}

function Value({ item }: { item: Schemas['CellVersion'] }) {
  const text = rawText(item.value)
  if (text !== '')
    return (
      <p dir="auto" className={cx('line-clamp-3 [overflow-wrap:anywhere]', item.undone && 'line-through')}>
        {text}
      </p>
    )
  return item.status === null || item.status === 'pending' ? (
    <p className="text-ink-3">empty</p>
  ) : (
    <StatusMark status={item.status as Schemas['EnrichmentOverlay']['status']} words />
  )
}

function whoWords(
  { actor, words, kind, provider: id }: Schemas['CellVersion'],
  labels: ReadonlyMap<string, string>,
): string {
  const provider = id && providerName(id, labels)
  if (kind === 'run') return provider ? `${provider}, in a run` : 'A run'
  if (kind === 'import') return words ?? 'An import'
  return actor?.name ?? (provider ? provider : 'Millrace')
}
