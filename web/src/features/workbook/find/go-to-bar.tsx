// The bar of Ctrl+G over the grid: the number of a row, and Enter goes there.
import { CornerDownRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { readRowNumber } from './find.logic.ts'
import { seekBar } from './find-bar.tsx'

interface Props {
  total: number
  /** Grows each time Ctrl+G is pressed, so that the number is selected again. */
  asked: number
  /** Counted from 1, as on the screen. */
  onGo: (row: number) => void
  onClose: () => void
}

export function GoToBar({ total, asked, onGo, onClose }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, the number is to be typed over
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [asked])
  const row = readRowNumber(text, total)
  const last = total.toLocaleString('en-US')
  const words = text.trim() === '' || row !== null ? `1 to ${last}` : `No such row: 1 to ${last}`
  return (
    <search aria-label="Go to a row" className={seekBar}>
      <CornerDownRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      <input
        ref={box}
        aria-label="Number of the row"
        placeholder="Go to row"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
          else if (row !== null) onGo(row)
        }}
        className="h-7 min-w-0 flex-1 bg-transparent tabular-nums outline-none pointer-coarse:h-9"
      />
      <span role="status" className="whitespace-nowrap text-ink-2 text-xs tabular-nums">
        {words}
      </span>
      <IconButton size="sm" icon={X} label="Close" keys={['esc']} onClick={onClose} />
    </search>
  )
}
