// The bar of Ctrl+F over the grid: a text, where it was found, and the way to the next.
import { ArrowDown, ArrowUp, Replace, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { REPLACE_KEYS } from './replace-keys.ts'
import type { useFind } from './use-find.ts'

interface Props {
  find: ReturnType<typeof useFind>
  /** Grows each time Ctrl+F is pressed, so that the text is selected again. */
  asked: number
  /** Goes on to replace what is found; null for those who may not. */
  onReplace: (() => void) | null
  onClose: () => void
}

/** How a bar looks that lies over the grid, at its right. */
export const seekBar =
  'absolute inset-x-2 top-10 z-20 flex items-center gap-1 rounded-md border bg-raised py-1 pr-1 pl-2.5 shadow-lift sm:left-auto sm:w-96'

export function FindBar({ find, asked, onReplace, onClose }: Props) {
  const box = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, the text is to be typed over
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [asked])
  return (
    <search aria-label="Find" className={seekBar}>
      <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
      <input
        ref={box}
        aria-label="Find in this workbook"
        placeholder="Find in this workbook"
        value={find.text}
        dir="auto"
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' || event.key === 'F3') {
            event.preventDefault()
            event.stopPropagation()
            find.step(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onClose()
          } else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            event.currentTarget.select()
          }
        }}
        className="h-7 min-w-0 flex-1 bg-transparent outline-none pointer-coarse:h-9"
      />
      <span role="status" className="whitespace-nowrap text-ink-2 text-xs tabular-nums">
        {find.busy && find.words === '' ? 'Searching' : find.words}
      </span>
      <IconButton
        size="sm"
        icon={ArrowUp}
        label="Previous match"
        keys={['shift', 'enter']}
        disabled={!find.canStep}
        onClick={() => find.step(-1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label="Next match"
        keys={['enter']}
        disabled={!find.canStep}
        onClick={() => find.step(1)}
      />
      {onReplace && <IconButton size="sm" icon={Replace} label="Replace" keys={REPLACE_KEYS} onClick={onReplace} />}
      <IconButton size="sm" icon={X} label="Close" keys={['esc']} onClick={onClose} />
    </search>
  )
}
