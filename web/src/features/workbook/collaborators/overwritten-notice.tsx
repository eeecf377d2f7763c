// A quiet line above the status line when another user overwrote my values: it stays until it is answered.
import { PencilLine, X } from 'lucide-react'
import { showError } from '../../../session/show-error.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { cellHistory, restoreVersion } from '../../history/history.api.ts'
import { type Overwritten, overwrittenWords } from './overwritten.logic.ts'

/** The most cells that the notice can restore; for more, the other user's change is undone in the activity panel. */
const MOST_AT_ONCE = 20

interface Props {
  workbookId: string
  me: number
  list: readonly Overwritten[]
  /** The position of the first cell's row. */
  row: number | undefined
  onShow: () => void
  onActivity: () => void
  onAnswered: () => void
}

export function OverwrittenNotice({ workbookId, me, list, row, onShow, onActivity, onAnswered }: Props) {
  const { busy, submit } = useSubmit()

  async function putBack() {
    await submit(async () => {
      let back = 0
      try {
        for (const one of list) if (await restoreMine(workbookId, me, one)) back += 1
        const rest = list.length - back
        const left =
          rest > 0 ? ` ${counted(rest, 'value')} changed again meanwhile and ${rest === 1 ? 'stays' : 'stay'}.` : ''
        toast(back === 1 ? `Your value is back.${left}` : `${counted(back, 'value')} of yours are back.${left}`)
      } catch (error) {
        showError(error, back > 0 ? `${counted(back, 'value')} of yours are back.` : 'Nothing was put back.')
      }
    })
    onAnswered()
  }

  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t bg-raised px-3 py-1 text-sm motion-safe:animate-rise"
    >
      <PencilLine aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)] [overflow-wrap:anywhere]">
        {overwrittenWords(list, row)}
      </span>
      <span className="ml-auto flex items-center gap-1">
        {row !== undefined && (
          <Button size="sm" look="quiet" onClick={onShow}>
            Show
          </Button>
        )}
        {list.length <= MOST_AT_ONCE ? (
          <Button size="sm" busy={busy} onClick={() => void putBack()}>
            {list.length === 1 ? 'Put mine back' : 'Put all of mine back'}
          </Button>
        ) : (
          <Button size="sm" onClick={onActivity}>
            Show activity
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onAnswered} className="max-sm:hidden">
          Keep theirs
        </Button>
        <IconButton size="sm" icon={X} label="Keep theirs" onClick={onAnswered} className="sm:hidden" />
      </span>
    </div>
  )
}

/** Brings my newest version of the cell back, unless it was changed once more; false then. */
async function restoreMine(workbookId: string, me: number, { row_id, column_id, theirs }: Overwritten) {
  const { items } = await cellHistory(workbookId, row_id, column_id, new AbortController().signal)
  const now = items.find((version) => version.is_current)
  if (now && JSON.stringify(now.value ?? null) !== JSON.stringify(theirs ?? null)) return false
  const mine = items.find((version) => !version.is_current && version.actor?.user_id === me)
  if (!mine) return false
  await restoreVersion(workbookId, row_id, column_id, mine.version_id)
  return true
}
