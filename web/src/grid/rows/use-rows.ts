// Ties a row store to a Glide grid: redraws changed cells at once and the whole grid when pages arrive.
import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lineOf } from './bands.logic.ts'
import type { Rows } from './shown-rows.types.ts'

/** How long the accessible copy of the cells may lag behind the drawn ones, in ms. */
const SETTLE_MS = 400

/** The number of rows, and a version that grows whenever all cells should be read again. */
export function useRows(rows: Rows, editor: RefObject<DataEditorRef | null>, visible: RefObject<Rectangle>) {
  const total = useSyncExternalStore(
    (tell) => rows.subscribe((change) => 'all' in change && tell()),
    () => rows.total,
  )
  const [version, setVersion] = useState(0)
  const settle = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    const bump = () => setVersion((before) => before + 1)
    const stop = rows.subscribe((change) => {
      if ('all' in change) return bump()
      const { x, y, width, height } = visible.current
      const lines = change.rows.map((row) => lineOf(rows.bands, row))
      const cells = lines
        .filter((line) => line >= y && line <= y + height)
        .flatMap((line) => Array.from({ length: width + 1 }, (_, at) => ({ cell: [x + at, line] as const })))
      // Columns frozen at the left are outside the visible region.
      const frozen = x > 0 ? lines.map((line) => ({ cell: [0, line] as const })) : []
      if (cells.length > 0) editor.current?.updateCells([...frozen, ...cells] as { cell: [number, number] }[])
      settle.current ??= setTimeout(() => {
        settle.current = null
        bump()
      }, SETTLE_MS)
    })
    return () => {
      stop()
      if (settle.current) clearTimeout(settle.current)
      settle.current = null
    }
  }, [rows, editor, visible])
  return { total, version }
}

/** Other rows, such as those of another filter, begin at the top; `onOther` lets go of what was of the ones before. */
export function useOtherRows(rows: Rows, editor: RefObject<DataEditorRef | null>, onOther: () => void): void {
  const shown = useRef(rows)
  useEffect(() => {
    if (shown.current === rows) return
    shown.current = rows
    editor.current?.scrollTo(0, 0, 'vertical')
    onOther()
  }, [rows, editor, onOther])
}
