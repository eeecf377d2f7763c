// What a poll saw or what changed, line by line.
import { Crosshair } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'

interface Props {
  lines: Schemas['WatchPoll']['seen']
  tone?: 'warn'
  /** What can be done with the words of a line; lines that lead elsewhere and figures have none. */
  pick?: { label: string; run: (words: string) => void }
}

export function SeenLines({ lines, tone, pick }: Props) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[minmax(5rem,9rem)_1fr] gap-x-3 gap-y-1 rounded-md px-3 py-2 text-sm',
        tone === 'warn' ? 'bg-warn-soft' : 'bg-sunken',
      )}
    >
      {lines.map(({ label, value, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer, which never move
        <div key={at} className="contents">
          <dt className="truncate text-ink-3" title={label}>
            {label}
          </dt>
          <dd dir="auto" className="flex min-w-0 items-start gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent-ink hover:underline">
                {value}
              </a>
            ) : (
              <span className="min-w-0 flex-1">{value}</span>
            )}
            {pick && !url && !COUNTS.has(label) && (
              <IconButton
                icon={Crosshair}
                size="sm"
                label={`${pick.label}: ${value}`}
                onClick={() => pick.run(value)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines that count what was seen. */
const COUNTS = new Set(['Lines of text', 'Left out'])
