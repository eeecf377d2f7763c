// A quiet line above the grid while columns are not up to date because their computing was stopped: says which, and goes on.
import { History } from 'lucide-react'
import { api, take } from '../../../api/client.ts'
import { useAct } from '../../../session/use-act.ts'
import { Button } from '../../../ui/button.tsx'

interface Props {
  workbookId: string
  /** What the columns are called. */
  names: readonly string[]
  editable: boolean
}

const NAMED = 3

export function StaleNotice({ workbookId, names, editable }: Props) {
  const [busy, act] = useAct()

  const compute = () =>
    act(
      () => take(api.POST('/api/workbooks/{workbook_id}/compute', { params: { path: { workbook_id: workbookId } } })),
      'Nothing was computed.',
    )

  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-raised px-3 py-1 text-sm motion-safe:animate-rise"
    >
      <History aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)] [overflow-wrap:anywhere]">
        {whichWords(names)} not up to date, because computing was stopped.
      </span>
      {editable && (
        <Button size="sm" className="ml-auto" busy={busy} onClick={() => void compute()}>
          Compute the rest
        </Button>
      )}
    </div>
  )
}

function whichWords(names: readonly string[]): string {
  const some = names.slice(0, NAMED).map((name) => `“${name}”`)
  const rest = names.length - some.length
  if (rest > 0) some.push(rest === 1 ? 'one more column' : `${rest} more columns`)
  const last = some.pop()
  return some.length === 0 ? `${last} is` : `${some.join(', ')} and ${last} are`
}
