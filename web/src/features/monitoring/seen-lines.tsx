// What a poll saw or what changed, line by line.
import type { Schemas } from '../../api/shapes.ts'

export function SeenLines({ lines }: { lines: Schemas['WatchPoll']['seen'] }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,9rem)_1fr] gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm">
      {lines.map(({ label, value, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer, which never move
        <div key={at} className="contents">
          <dt className="truncate text-ink-3" title={label}>
            {label}
          </dt>
          <dd dir="auto" className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent-ink hover:underline">
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
