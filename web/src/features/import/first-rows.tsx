// The first rows of the file as they are read, each column under the place that it goes to.
import { useEffect, useRef } from 'react'
import { cx } from '../../ui/classes.ts'
import type { FilePreview } from './import.logic.ts'

interface Props {
  preview: FilePreview
  /** Where each column goes, in words; null for one that is skipped. */
  goesTo: (index: number) => string | null
  /** The column that is being chosen for. */
  active: number | null
}

export function FirstRows({ preview, goesTo, active }: Props) {
  const pane = useRef<HTMLElement>(null)
  // Only the pane is scrolled: the page must not move under the pointer.
  useEffect(() => {
    const head = pane.current?.querySelector<HTMLElement>(`[data-column="${active}"]`)
    const { current } = pane
    if (!head || !current) return
    const left = head.offsetLeft - 48
    const isSeen = left >= current.scrollLeft && left + head.offsetWidth <= current.scrollLeft + current.clientWidth
    if (!isSeen) current.scrollTo({ left })
  }, [active])
  return (
    <section
      ref={pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="First rows of the file"
      className="max-h-64 min-w-0 overflow-auto rounded-md border lg:max-h-[28rem]"
    >
      <table className="border-separate border-spacing-0 text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-10 border-r border-b bg-canvas px-2 text-ink-3 text-xs">
              <span className="sr-only">Row</span>
            </th>
            {preview.columns.map(({ index, name }) => {
              const to = goesTo(index)
              return (
                <th
                  key={index}
                  data-column={index}
                  scope="col"
                  dir="auto"
                  className={cx(
                    'sticky top-0 max-w-56 truncate border-r border-b px-2 py-1 text-left font-medium',
                    active === index ? 'bg-accent-soft' : 'bg-canvas',
                    to === null && 'text-ink-3',
                  )}
                >
                  {name}
                  <span className="block truncate font-normal text-ink-3 text-xs">
                    {to === null ? 'Skipped' : `→ ${to}`}
                  </span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={line}>
              <td className="sticky left-0 h-8 border-r border-b bg-surface px-2 text-right text-ink-3 text-xs">
                {line + 1}
              </td>
              {preview.columns.map(({ index }) => (
                <td
                  key={index}
                  dir="auto"
                  title={row[index]}
                  className={cx(
                    'h-8 max-w-56 truncate border-r border-b px-2',
                    active === index && 'bg-accent-soft',
                    goesTo(index) === null && 'text-ink-3',
                  )}
                >
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
