// The panel at the right of a page: resizable with mouse or arrow keys; on a phone full screen, or below what it is about.
import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../classes.ts'
import { useFocusKept } from '../focus-home.ts'

interface Props {
  title: ReactNode
  /** Shown at the right of the title, before the close button. */
  actions?: ReactNode
  onClose: () => void
  /** Remembers its width under this name. */
  name?: string
  footer?: ReactNode
  /** On a phone it leaves the upper part of the page to what it is about, in a column with it. */
  below?: boolean
  children: ReactNode
}

const narrowest = 320
const widest = 800

export function SidePanel({ title, actions, onClose, name = 'panel', footer, below, children }: Props) {
  const key = `millrace.width.${name}`
  const [width, setWidth] = useState(() => Number(localStorage.getItem(key)) || 420)

  const panel = useRef<HTMLElement>(null)
  const heading = useId()
  useFocusKept(panel)

  function resize(to: number) {
    const fits = Math.round(Math.min(widest, window.innerWidth - 240, Math.max(narrowest, to)))
    setWidth(fits)
    localStorage.setItem(key, String(fits))
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (event.buttons !== 1) return
    resize(window.innerWidth - event.clientX)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') resize(width + 24)
    else if (event.key === 'ArrowRight') resize(width - 24)
    else return
    event.preventDefault()
  }

  return (
    <aside
      ref={panel}
      data-panel
      tabIndex={-1}
      aria-labelledby={heading}
      className={cx(
        '-outline-offset-2! flex flex-col bg-surface md:relative md:z-10 md:w-(--panel) md:shrink-0 md:border-l',
        below ? 'relative h-3/5 shrink-0 max-md:border-t md:h-auto' : 'fixed inset-0 z-30 md:inset-auto',
      )}
      style={{ '--panel': `${width}px` } as React.CSSProperties}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a resize handle is a focusable separator, an hr cannot be one */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the panel"
        aria-valuenow={width}
        aria-valuemin={narrowest}
        aria-valuemax={widest}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="absolute inset-y-0 -left-1 z-10 hidden w-2 cursor-col-resize touch-none hover:bg-accent/30 md:block"
      />
      <header className="flex h-11 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <h2 id={heading} className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </h2>
        {actions}
        <IconButton icon={X} label="Close panel" size="sm" keys={['esc']} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      {footer && <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</footer>}
    </aside>
  )
}
