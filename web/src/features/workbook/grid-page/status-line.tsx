// The one line under the grid: rows, selection with sums, last run, and whether what is shown is live.
import { Info } from 'lucide-react'
import type { Connection } from '../../../api/events.ts'
import { cx } from '../../../ui/classes.ts'
import { count, counted } from '../../../ui/format.ts'
import type { MenuAction } from '../../../ui/overlays/menu.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { isOver, statusSentence } from '../../columns/run.logic.ts'
import type { Run } from '../../columns/workbook.shapes.ts'
import type { EditProgress } from '../edit/use-edits.ts'
import type { SelectionFacts } from './selection-facts.logic.ts'

interface Props {
  total: number
  facts: SelectionFacts
  /** Actions on the rows that are selected as a whole. */
  items: readonly MenuAction[]
  run: Run | null
  saving: boolean
  /** A large edit that is being saved. */
  progress: EditProgress | null
  /** What another user changed just now. */
  news: string
  connection: Connection
  /** Loads rows again that could not be loaded. */
  onRetry?: (() => void) | undefined
  /** Opens the details of the active cell; for people without a keyboard. */
  onDetails?: (() => void) | undefined
}

const CONNECTIONS: Record<Connection, { words: string; dot: string }> = {
  connecting: { words: 'Connecting', dot: 'bg-idle' },
  connected: { words: 'Live', dot: 'bg-ok' },
  reconnecting: { words: 'Reconnecting', dot: 'bg-warn-mark animate-breathe' },
  offline: { words: 'Offline', dot: 'bg-bad' },
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export function StatusLine({
  total,
  facts,
  items,
  run,
  saving,
  progress,
  news,
  connection,
  onRetry,
  onDetails,
}: Props) {
  const live = CONNECTIONS[connection]
  return (
    <footer className="flex h-7 shrink-0 items-center gap-4 overflow-hidden border-t bg-canvas px-3 text-ink-2 text-xs tabular-nums pointer-coarse:h-10">
      <span className="whitespace-nowrap">{counted(total, 'row')}</span>
      {(facts.cells > 1 || facts.areRows) && (
        <span aria-live="polite" className="truncate whitespace-nowrap">
          {selectionWords(facts)}
        </span>
      )}
      {items.map(({ label, icon: Icon, danger, onSelect }) => (
        <button
          key={label}
          type="button"
          onClick={onSelect}
          className={cx(
            'flex items-center gap-1 whitespace-nowrap font-medium hover:underline',
            danger ? 'text-bad' : 'text-accent-ink',
          )}
        >
          {Icon && <Icon aria-hidden className="size-3.5" />}
          {label}
        </button>
      ))}
      {onRetry && (
        <span role="alert" className="truncate whitespace-nowrap text-bad">
          Some rows could not be loaded.{' '}
          <button type="button" onClick={onRetry} className="font-medium underline underline-offset-2">
            Try again
          </button>
        </span>
      )}
      {onDetails && (
        <button
          type="button"
          onClick={onDetails}
          className="flex items-center gap-1 whitespace-nowrap font-medium text-accent-ink md:hidden"
        >
          <Info aria-hidden className="size-3.5" />
          Cell details
        </button>
      )}
      <span aria-live="polite" className="ml-auto truncate">
        {news}
      </span>
      {progress ? (
        <span className="flex items-center gap-2 whitespace-nowrap">
          {progress.words}
          <Progress value={progress.done / progress.total} label={progress.words} className="w-24" />
          {count(progress.done)} of {counted(progress.total, 'cell')}
          <button type="button" onClick={progress.cancel} className="font-medium text-accent-ink hover:underline">
            Cancel
          </button>
        </span>
      ) : (
        saving && <span className="whitespace-nowrap">Saving</span>
      )}
      {run && isOver(run.status) && (run.ended_at ?? run.started_at) && (
        <span className="hidden whitespace-nowrap sm:inline">
          Last run: {statusSentence(run).toLowerCase()}, <TimeAgo at={run.ended_at ?? run.started_at} />
        </span>
      )}
      <span role="status" className="flex items-center gap-1.5 whitespace-nowrap">
        <span aria-hidden className={`size-2 rounded-full ${live.dot}`} />
        {live.words}
      </span>
    </footer>
  )
}

function selectionWords({ cells, rows, areRows, filled, sum, average, min, max }: SelectionFacts): string {
  const parts = [`${areRows ? counted(rows, 'row') : counted(cells, 'cell')} selected`]
  if (!areRows && filled !== undefined && filled < cells) parts.push(`${count(filled)} filled`)
  if (sum !== undefined && average !== undefined && min !== undefined && max !== undefined)
    parts.push(
      `Sum ${number.format(sum)}`,
      `Average ${number.format(average)}`,
      `Min ${number.format(min)}`,
      `Max ${number.format(max)}`,
    )
  return parts.join(' · ')
}
